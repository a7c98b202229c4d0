import type { ReadStream } from 'node:fs'
import type { ChunkReport, RenderChunkSpec, StopChunk } from '@gridloom/contract/agent/rendering'
import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import { AgentRefused } from '../refused.ts'
import { createChunkAnnouncer } from './announcer.ts'
import { type ChunkBoard, createChunkBoard } from './chunk-board.ts'
import {
  acceptChunk,
  type CommandContext,
  giveUpScene,
  stopChunk,
  sweepChunks,
  takeFiles,
} from './chunk-commands.ts'
import { createChunkFiles, machineLeft } from './chunk-files.ts'
import { type ChunkRecord, hasEnded, idOf, logOf, reportOf, scenesOf } from './chunk-record.ts'
import { fittingOneMessage, isReported } from './retention.ts'
import type { SceneStore } from './scene-store.ts'
import { createWarmScene, type WarmScene, type WarmSceneOptions } from './warm-scene.ts'
import { type WorkContext, workThrough } from './work-through.ts'

/** A picture that is ready to be taken. */
export interface FinishedPicture {
  bytes: number
  open(): ReadStream
}

/** The chunks of this machine, worked through one at a time in the order in which they came. */
export interface ChunkQueue {
  /** Takes a chunk in. The same one changes nothing; with another lease token it replaces what was there. */
  accept(spec: RenderChunkSpec): Promise<void>
  /** `now` resolves when nothing of it runs any more. A chunk that is not here has stopped already. */
  stop(id: RenderChunkId, mode: StopChunk['mode']): Promise<void>
  /** Deletes the pictures of these pieces, and says no more of them. */
  taken(id: RenderChunkId, keys: readonly string[]): Promise<void>
  /** Throws `not_found`, as {@link ChunkQueue.log} does. */
  picture(id: RenderChunkId, name: string): FinishedPicture
  log(id: RenderChunkId): string
  reports(): ChunkReport[]
  /** Whether a chunk that has not ended, or the open scene, needs it. */
  needs(scene: Sha256): boolean
  isBusy(): boolean
  onChange(listener: (report: ChunkReport) => void): () => void
  /** Ends what runs. What was not finished is told by the next agent. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface ChunkQueueOptions
  extends Omit<WarmSceneOptions, 'scenes' | 'renderer'>,
    Pick<WorkContext, 'canaryDevice'> {
  folder: string
  renderer: WarmSceneOptions['renderer'] & WorkContext['renderer']
  scenes: SceneStore
}

const sweepEveryMs = 5_000

/** Opens the queue over its folder: chunks that an agent before this one left are told as ended. */
export async function openChunkQueue(options: ChunkQueueOptions): Promise<ChunkQueue> {
  const { scenes, clock, onFailure } = options
  const files = createChunkFiles(options.folder, onFailure)
  const announcer = createChunkAnnouncer(clock)
  const board = createChunkBoard({ ...options, files, announcer })
  const warm = createWarmScene(options)
  const commands: CommandContext = { ...options, board, files, announcer }
  for (const record of await files.readLeft()) {
    record.endedAtMs = clock.monotonicMs()
    board.records.set(idOf(record), record)
    files.save(record).catch(onFailure)
  }
  const stop = new AbortController()
  const unwatch = [
    scenes.onChange(board.look),
    scenes.onBroken((scene, problem) => giveUpScene(commands, scene, problem)),
    clock.every(sweepEveryMs, () => sweepChunks(commands)),
  ]
  const work = { ...options, warm, files, changed: board.changed }
  const working = keepWorking(work, board, stop.signal)
  return {
    ...faceOf(commands, warm),
    onChange: announcer.onChange,
    [Symbol.asyncDispose]: async () => {
      for (const end of unwatch) end()
      stop.abort()
      board.current()?.stop.abort(new Error('the agent stops'))
      await working
      announcer[Symbol.dispose]()
      await warm.close()
      await files.settled()
    },
  }
}

type Face = Omit<ChunkQueue, 'onChange' | typeof Symbol.asyncDispose>

function faceOf(commands: CommandContext, warm: WarmScene): Face {
  const { board, files, clock } = commands
  let accepting: Promise<unknown> = Promise.resolve()
  return {
    accept: (spec) => {
      const accept = () => acceptChunk(commands, spec)
      const accepted = accepting.then(accept, accept)
      accepting = accepted
      return accepted
    },
    stop: async (id, mode) => {
      const record = board.records.get(id)
      if (record !== undefined) await stopChunk(commands, record, mode)
    },
    taken: async (id, keys) => {
      const record = board.records.get(id)
      if (record !== undefined) await takeFiles(commands, record, keys)
    },
    picture: (id, name) => {
      const record = mustHold(board, id)
      const file = [...record.pieces.values()].find((piece) => piece.file?.name === name)?.file
      if (!file) throw new AgentRefused('not_found', 'This chunk has no such picture.')
      return { bytes: file.bytes, open: () => files.openPicture(record, name) }
    },
    log: (id) => logOf(mustHold(board, id)),
    reports: () => {
      const nowMs = clock.monotonicMs()
      const told = [...board.records.values()].filter((it) => isReported(it, nowMs))
      return fittingOneMessage(told).map(reportOf)
    },
    needs: (scene) => warm.scene() === scene || [...board.records.values()].some(needs(scene)),
    isBusy: () => board.current() !== undefined,
  }
}

function needs(scene: Sha256): (record: ChunkRecord) => boolean {
  return (record) => !hasEnded(record) && scenesOf(record).includes(scene)
}

function mustHold({ records }: ChunkBoard, id: ChunkRecord['spec']['chunk_id']): ChunkRecord {
  const record = records.get(id)
  if (record === undefined) throw new AgentRefused('not_found', 'This machine holds no such chunk.')
  return record
}

/** Works through one chunk after the other until the signal aborts; what is at work then is told as left. */
async function keepWorking(
  ctx: WorkContext,
  board: ChunkBoard,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const record = await board.begin(signal)
    if (record === undefined) return
    const problem = await workThrough(ctx, record)
    const hasMore = board.next() !== undefined
    if (!hasMore && record.stopAsked !== undefined) await ctx.warm.close()
    else if (!hasMore) ctx.warm.rest()
    board.end(record, signal.aborted ? machineLeft : problem)
    board.rest()
  }
}
