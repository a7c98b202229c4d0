import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ChunkPartReport, RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import { RenderChunkId } from '@gridloom/contract/core/ids'
import { RenderProblem } from '@gridloom/contract/rendering/frame'
import { z } from 'zod'
import { isMissing, readTextIfThere, writeWhole } from '../host/files.ts'
import { type ChunkRecord, hasEnded, idOf, logOf, newChunk } from './chunk-record.ts'

/** The file that stores one chunk across restarts: `chunks/<id>/chunk.json`, beside `pictures/` and `log.txt`. */
const ChunkFile = z.object({
  version: z.literal(1),
  spec: RenderChunkSpec,
  /** Parts that are done or failed. */
  pieces: z.array(ChunkPartReport),
  ended: z.boolean(),
  problem: RenderProblem.nullable(),
  samples_per_minute: z.number().nullable(),
  memory_peak_mib: z.int().nullable(),
})
type ChunkFile = z.infer<typeof ChunkFile>

/** The folders and files of chunks. Pictures get their name only when they are complete. */
export interface ChunkFiles {
  /** Returns the chunks that an earlier agent left, each as ended: unfinished parts are not rendered. */
  readLeft(): Promise<ChunkRecord[]>
  /** Creates the empty folder of a chunk, replacing an earlier one. */
  begin(record: ChunkRecord): Promise<void>
  /** Writes the newest state; calls while a write is under way are joined into one more. */
  save(record: ChunkRecord): Promise<void>
  /** Returns the path of a picture until it is complete. */
  unfinished(record: ChunkRecord, name: string): string
  /** Gives a complete picture its final name. */
  finish(record: ChunkRecord, name: string): Promise<void>
  openPicture(record: ChunkRecord, name: string): ReadStream
  deletePicture(record: ChunkRecord, name: string): Promise<void>
  remove(record: ChunkRecord): Promise<void>
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>
}

export const machineLeft = {
  code: 'machine_left',
  text: 'The agent of the machine was restarted. Unfinished frames were not rendered.',
} as const satisfies RenderProblem

export function createChunkFiles(folder: string, onFailure: (cause: unknown) => void): ChunkFiles {
  const turns = new Map<ChunkRecord, Promise<void>>()
  const waiting = new Map<ChunkRecord, Promise<void>>()
  const pathOf = (record: ChunkRecord, ...names: string[]) => join(folder, idOf(record), ...names)

  /** Runs `write` after earlier writes of the same chunk. */
  function inTurn(record: ChunkRecord, write: () => Promise<void>): Promise<void> {
    const turn = (turns.get(record) ?? Promise.resolve()).then(write, write)
    turns.set(record, turn)
    const leave = () => {
      if (turns.get(record) === turn) turns.delete(record)
    }
    turn.then(leave, leave)
    return turn
  }

  async function write(record: ChunkRecord): Promise<void> {
    waiting.delete(record)
    if (hasEnded(record)) await writeFile(pathOf(record, 'log.txt'), logOf(record), { mode: 0o600 })
    await writeWhole(pathOf(record, 'chunk.json'), JSON.stringify(fileOf(record)), 0o600)
  }

  return {
    readLeft: () => readLeft(folder, onFailure),
    begin: (record) =>
      inTurn(record, async () => {
        await rm(pathOf(record), { recursive: true, force: true })
        for (const name of ['unfinished', 'pictures']) {
          await mkdir(pathOf(record, name), { recursive: true })
        }
      }),
    save: (record) => {
      const already = waiting.get(record)
      if (already !== undefined) return already
      const turn = inTurn(record, () => write(record))
      waiting.set(record, turn)
      return turn
    },
    unfinished: (record, name) => pathOf(record, 'unfinished', name),
    finish: (record, name) =>
      rename(pathOf(record, 'unfinished', name), pathOf(record, 'pictures', name)),
    openPicture: (record, name) => createReadStream(pathOf(record, 'pictures', name)),
    deletePicture: (record, name) => rm(pathOf(record, 'pictures', name), { force: true }),
    remove: (record) => inTurn(record, () => rm(pathOf(record), { recursive: true, force: true })),
    settled: async () => void (await Promise.allSettled(turns.values())),
  }
}

function fileOf(record: ChunkRecord): ChunkFile {
  return {
    version: 1,
    spec: record.spec,
    pieces: [...record.parts.values()].filter(({ state }) => state !== 'rendering'),
    ended: hasEnded(record),
    problem: record.problem,
    samples_per_minute: record.samplesPerMinute,
    memory_peak_mib: record.memoryPeakMib,
  }
}

async function readLeft(
  folder: string,
  onFailure: (cause: unknown) => void,
): Promise<ChunkRecord[]> {
  await mkdir(folder, { recursive: true })
  const left: ChunkRecord[] = []
  for (const name of await readdir(folder)) {
    const record = await readOne(join(folder, name), name).catch((cause: unknown) => {
      // @NOTE a chunk that cannot be read is left to the expiry of its lease, as if the machine had gone
      onFailure(cause)
      return undefined
    })
    if (record === undefined) await rm(join(folder, name), { recursive: true, force: true })
    else left.push(record)
  }
  return left
}

async function readOne(folder: string, name: string): Promise<ChunkRecord | undefined> {
  const text = await readTextIfThere(join(folder, 'chunk.json'))
  if (text === undefined || !RenderChunkId.safeParse(name).success) return undefined
  const file = ChunkFile.parse(JSON.parse(text))
  const record = newChunk(file.spec)
  record.phase = 'ended'
  record.ended.resolve()
  record.problem = file.ended ? file.problem : machineLeft
  record.samplesPerMinute = file.samples_per_minute
  record.memoryPeakMib = file.memory_peak_mib
  record.pastLog = (await readTextIfThere(join(folder, 'log.txt'))) ?? ''
  const pictures = join(folder, 'pictures')
  for (const part of file.pieces) {
    if (part.file === null || (await isWhole(pictures, part.file))) {
      record.parts.set(part.key, part)
    }
  }
  await rm(join(folder, 'unfinished'), { recursive: true, force: true })
  await clearOthers(pictures, record)
  return record
}

async function isWhole(
  pictures: string,
  { name, bytes }: NonNullable<ChunkPartReport['file']>,
): Promise<boolean> {
  try {
    return (await stat(join(pictures, name))).size === bytes
  } catch (cause) {
    if (isMissing(cause)) return false
    throw cause
  }
}

/** Deletes pictures without a report: the agent was killed before it recorded them. */
async function clearOthers(pictures: string, record: ChunkRecord): Promise<void> {
  await mkdir(pictures, { recursive: true })
  const named = new Set([...record.parts.values()].map(({ file }) => file?.name))
  const others = (await readdir(pictures)).filter((name) => !named.has(name))
  for (const name of others) await rm(join(pictures, name), { force: true })
}
