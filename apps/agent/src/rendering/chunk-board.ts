import type { Clock } from '@gridloom/async/clock'
import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { ChunkAnnouncer } from './announcer.ts'
import type { ChunkFiles } from './chunk-files.ts'
import { type ChunkRecord, hasEnded, scenesOf } from './chunk-record.ts'
import type { SceneStore } from './scene-store.ts'

/** The chunks of the machine in the order in which they came, and which of them is at work. */
export interface ChunkBoard {
  readonly records: Map<RenderChunkId, ChunkRecord>
  current(): ChunkRecord | undefined
  /** Tells of a change, and keeps it. */
  changed(record: ChunkRecord): void
  end(record: ChunkRecord, problem: RenderProblem | null): void
  /** Sets right what waits: for its turn, or for its scene. Call when either may have changed. */
  look(): void
  /** The first that waits for its turn. */
  next(): ChunkRecord | undefined
  /** Makes the next one current, as soon as there is one; `undefined` once the signal aborts. */
  begin(signal: AbortSignal): Promise<ChunkRecord | undefined>
  /** Nothing is at work any more. */
  rest(): void
}

export interface ChunkBoardOptions {
  scenes: Pick<SceneStore, 'isReady'>
  files: ChunkFiles
  announcer: ChunkAnnouncer
  clock: Clock
  onFailure(cause: unknown): void
}

export function createChunkBoard(options: ChunkBoardOptions): ChunkBoard {
  const { scenes, files, announcer, clock, onFailure } = options
  const records = new Map<RenderChunkId, ChunkRecord>()
  let current: ChunkRecord | undefined
  let wake = Promise.withResolvers<void>()

  function changed(record: ChunkRecord): void {
    if (isSampling(record)) {
      announcer.changed(record)
      return
    }
    // A picture, or an end, is waited for; and it is kept, where samples are told alone.
    announcer.now(record)
    files.save(record).catch(onFailure)
  }

  function look(): void {
    for (const record of records.values()) {
      if (hasEnded(record) || record === current) continue
      const isHere = scenesOf(record).every(scenes.isReady)
      const phase = isHere ? 'waiting' : 'fetching'
      if (phase === record.phase) continue
      record.phase = phase
      record.fetchingSinceMs = isHere ? undefined : clock.monotonicMs()
      announcer.changed(record)
    }
    wake.resolve()
  }

  function next(): ChunkRecord | undefined {
    return [...records.values()].find(({ phase }) => phase === 'waiting')
  }

  async function begin(signal: AbortSignal): Promise<ChunkRecord | undefined> {
    const end = () => wake.resolve()
    signal.addEventListener('abort', end, { once: true })
    while (!signal.aborted) {
      current = next()
      if (current !== undefined) break
      await wake.promise
      wake = Promise.withResolvers<void>()
    }
    signal.removeEventListener('abort', end)
    return signal.aborted ? undefined : current
  }

  return {
    records,
    current: () => current,
    changed,
    end: (record, problem) => {
      record.phase = 'ended'
      record.problem = problem
      record.endedAtMs = clock.monotonicMs()
      changed(record)
      record.ended.resolve()
    },
    look,
    next,
    begin,
    rest: () => {
      current = undefined
      look()
    },
  }
}

function isSampling({ pieces }: ChunkRecord): boolean {
  return [...pieces.values()].some(({ state }) => state === 'rendering')
}
