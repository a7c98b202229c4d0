import type { ReadStream } from 'node:fs'
import type { ChunkReport, RenderChunkSpec, StopChunk } from '@gridloom/contract/agent/rendering'
import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import { AgentRefused } from '../refused.ts'
import { createChunkChangeNotifier } from './change-notifier.ts'
import {
  acceptChunk,
  type CommandContext,
  giveUpScene,
  stopChunk,
  sweepChunks,
  takeFiles,
} from './chunk-commands.ts'
import { createChunkFiles, machineLeft } from './chunk-files.ts'
import {
  type ChunkRecord,
  chunkReport,
  chunkScenes,
  hasEnded,
  idOf,
  logOf,
} from './chunk-record.ts'
import { type ChunkStates, createChunkStates } from './chunk-states.ts'
import { fittingOneMessage, isReported } from './retention.ts'
import type { SceneStore } from './scene-store.ts'
import { createWarmScene, type WarmScene, type WarmSceneOptions } from './warm-scene.ts'
import { type WorkContext, workThrough } from './work-through.ts'

/** A rendered picture that the control plane can download. */
export interface FinishedPicture {
  bytes: number
  open(): ReadStream
}

/** The chunks of this machine, rendered one at a time in the order of their arrival. */
export interface ChunkQueue {
  /** Accepts a chunk. The same chunk changes nothing; one with another lease token replaces it. */
  accept(spec: RenderChunkSpec): Promise<void>
  /**
   * Stops a chunk; with `now` it resolves when nothing of the chunk runs any more. An unknown chunk counts as stopped.
   */
  stop(id: RenderChunkId, mode: StopChunk['mode']): Promise<void>
  /** Deletes the pictures of these parts, and removes the parts from reports. */
  taken(id: RenderChunkId, keys: readonly string[]): Promise<void>
  /** Throws `not_found`, as {@link ChunkQueue.log} does. */
  picture(id: RenderChunkId, name: string): FinishedPicture
  log(id: RenderChunkId): string
  reports(): ChunkReport[]
  /** Returns whether a chunk that has not ended, or the open scene, needs this scene. */
  needs(scene: Sha256): boolean
  isBusy(): boolean
  onChange(listener: (report: ChunkReport) => void): () => void
  /** Stops rendering. The next agent reports what was unfinished. */
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

/** Opens the queue over its folder: chunks that an earlier agent left are reported as ended. */
export async function openChunkQueue(options: ChunkQueueOptions): Promise<ChunkQueue> {
  const { scenes, clock, onFailure } = options
  const files = createChunkFiles(options.folder, onFailure)
  const notifier = createChunkChangeNotifier(clock)
  const chunks = createChunkStates({ ...options, files, notifier })
  const warm = createWarmScene(options)
  const commands: CommandContext = { ...options, chunks, files, notifier }
  for (const record of await files.readLeft()) {
    record.endedAtMs = clock.monotonicMs()
    chunks.records.set(idOf(record), record)
    files.save(record).catch(onFailure)
  }
  const stop = new AbortController()
  const unwatch = [
    scenes.onChange(chunks.update),
    scenes.onBroken((scene, problem) => giveUpScene(commands, scene, problem)),
    clock.every(sweepEveryMs, () => sweepChunks(commands)),
  ]
  const work = { ...options, warm, files, changed: chunks.changed }
  const working = keepWorking(work, chunks, stop.signal)
  return {
    ...commandsOf(commands, warm),
    onChange: notifier.onChange,
    [Symbol.asyncDispose]: async () => {
      for (const end of unwatch) end()
      stop.abort()
      chunks.current()?.stop.abort(new Error('the agent stops'))
      await working
      notifier[Symbol.dispose]()
      await warm.close()
      await files.settled()
    },
  }
}

type QueueCommands = Omit<ChunkQueue, 'onChange' | typeof Symbol.asyncDispose>

function commandsOf(commands: CommandContext, warm: WarmScene): QueueCommands {
  const { chunks, files, clock } = commands
  let accepting: Promise<unknown> = Promise.resolve()
  return {
    accept: (spec) => {
      const accept = () => acceptChunk(commands, spec)
      const accepted = accepting.then(accept, accept)
      accepting = accepted
      return accepted
    },
    stop: async (id, mode) => {
      const record = chunks.records.get(id)
      if (record !== undefined) await stopChunk(commands, record, mode)
    },
    taken: async (id, keys) => {
      const record = chunks.records.get(id)
      if (record !== undefined) await takeFiles(commands, record, keys)
    },
    picture: (id, name) => {
      const record = mustHold(chunks, id)
      const file = [...record.parts.values()].find((part) => part.file?.name === name)?.file
      if (!file) throw new AgentRefused('not_found', 'This picture does not exist in the chunk.')
      return { bytes: file.bytes, open: () => files.openPicture(record, name) }
    },
    log: (id) => logOf(mustHold(chunks, id)),
    reports: () => {
      const nowMs = clock.monotonicMs()
      const reported = [...chunks.records.values()].filter((it) => isReported(it, nowMs))
      return fittingOneMessage(reported).map(chunkReport)
    },
    needs: (scene) => warm.scene() === scene || [...chunks.records.values()].some(needs(scene)),
    isBusy: () => chunks.current() !== undefined,
  }
}

function needs(scene: Sha256): (record: ChunkRecord) => boolean {
  return (record) => !hasEnded(record) && chunkScenes(record).includes(scene)
}

function mustHold({ records }: ChunkStates, id: ChunkRecord['spec']['chunk_id']): ChunkRecord {
  const record = records.get(id)
  if (record === undefined)
    throw new AgentRefused('not_found', 'This chunk does not exist on the machine.')
  return record
}

/** Renders one chunk after the other until the signal aborts; the chunk being rendered then is reported as left. */
async function keepWorking(
  ctx: WorkContext,
  chunks: ChunkStates,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const record = await chunks.begin(signal)
    if (record === undefined) return
    const problem = await workThrough(ctx, record)
    const hasMore = chunks.next() !== undefined
    if (!hasMore && record.stopMode !== undefined) await ctx.warm.close()
    else if (!hasMore) ctx.warm.rest()
    chunks.end(record, signal.aborted ? machineLeft : problem)
    chunks.release()
  }
}
