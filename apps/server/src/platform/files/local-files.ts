import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '@gridloom/async/clock'
import { sqlStateOf } from '../database/transact.ts'
import type { Ids } from '../ids.ts'
import { checkedKey, checkedPrefix, type FileDriver, FileMissing } from './files.ts'

interface LocalFilesContext {
  /** The folder of the files, by key. */
  folder: string
  scratchFolder: string
  ids: Pick<Ids, 'secret'>
  clock: Pick<Clock, 'now'>
}

/** The folder of files that are being written; no key begins with a dot. */
const incomingName = '.incoming'
/** Files of a killed process are deleted at a later start once they are older than this. */
const leftoverAfterMs = 48 * 60 * 60 * 1_000
/** There is no file: nothing, a folder in its place, or a file in place of its folder. */
const missing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])
const readBytes = 256 * 1024

/**
 * Stores files in a folder of this machine. A file is written as a draft, flushed to the disk and renamed, so that
 * after a power cut it is whole or missing. Replicas share the store when they share the folder.
 */
export async function localFiles({
  folder,
  scratchFolder,
  ids,
  clock,
}: LocalFilesContext): Promise<FileDriver> {
  const incoming = path.join(folder, incomingName)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 })
  for (const left of [incoming, scratchFolder])
    await sweepLeftovers(left, clock.now().getTime() - leftoverAfterMs)
  const fileOf = (key: string) => path.join(folder, ...checkedKey(key).split('/'))

  return {
    scratchFolder,
    async put(key, pieces, signal) {
      const file = fileOf(key)
      const draft = path.join(incoming, ids.secret())
      try {
        const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(Readable.from(pieces), sink, { signal })
        await moveTo(file, draft)
        return sink.bytesWritten
      } finally {
        await rm(draft, { force: true })
      }
    },
    async adopt(key, file) {
      const target = fileOf(key)
      await flush(file)
      try {
        await moveTo(target, file)
      } catch (error) {
        if (sqlStateOf(error) !== 'EXDEV') throw error
        await copyOver({ target, file, draft: path.join(incoming, ids.secret()) })
      }
    },
    read: (key, range) => readPieces(fileOf(key), key, range),
    async size(key) {
      const found = await stat(fileOf(key)).catch(undefinedWhenMissing)
      return found?.isFile() === true ? found.size : undefined
    },
    async remove(key) {
      await rm(fileOf(key), { force: true })
    },
    async removeAll(prefix) {
      const inside = path.join(folder, ...checkedPrefix(prefix).split('/'))
      await rm(inside, { recursive: true, force: true })
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

async function moveTo(target: string, file: string): Promise<void> {
  const parent = path.dirname(target)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await rename(file, target)
  await flush(parent)
}

/** Flushes to the disk: a file's bytes, or a folder's names. */
async function flush(target: string): Promise<void> {
  await using handle = await open(target, 'r')
  await handle.sync()
}

/** Copies a file, as none can be renamed between two file systems. */
async function copyOver(move: { target: string; file: string; draft: string }): Promise<void> {
  try {
    await copyFile(move.file, move.draft)
    await flush(move.draft)
    await moveTo(move.target, move.draft)
    await rm(move.file, { force: true })
  } finally {
    await rm(move.draft, { force: true })
  }
}

async function* readPieces(
  file: string,
  key: string,
  range: { start: number; end?: number } = { start: 0 },
): AsyncGenerator<Uint8Array> {
  const { start, end } = range
  if (end !== undefined && end <= start) return
  const last = end === undefined ? {} : { end: end - 1 }
  try {
    yield* createReadStream(file, { start, ...last, highWaterMark: readBytes })
  } catch (error) {
    if (missing.has(sqlStateOf(error))) throw new FileMissing(key, { cause: error })
    throw error
  }
}

async function sweepLeftovers(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const left = path.join(folder, name)
    const found = await stat(left).catch(undefinedWhenMissing)
    if (found !== undefined && found.mtimeMs < beforeMs)
      await rm(left, { recursive: true, force: true })
  }
}

function undefinedWhenMissing(error: unknown): undefined {
  if (!missing.has(sqlStateOf(error))) throw error
}
