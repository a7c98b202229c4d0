import type { Clock } from '@gridloom/async/clock'
import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { ChunkChangeNotifier } from './change-notifier.ts'
import type { ChunkFiles } from './chunk-files.ts'
import { type ChunkRecord, chunkScenes, hasEnded } from './chunk-record.ts'
import type { SceneStore } from './scene-store.ts'

/** The states of the machine's chunks, in the order of their arrival, and the chunk being rendered. */
export interface ChunkStates {
  readonly records: Map<RenderChunkId, ChunkRecord>
  current(): ChunkRecord | undefined
  /** Publishes a change, and saves it. */
  changed(record: ChunkRecord): void
  end(record: ChunkRecord, problem: RenderProblem | null): void
  /** Updates the phases of chunks that wait for their turn or their scene. Call when either may have changed. */
  update(): void
  /** Returns the first chunk that waits for its turn. */
  next(): ChunkRecord | undefined
  /** Makes the next chunk current as soon as there is one; resolves to `undefined` once the signal aborts. */
  begin(signal: AbortSignal): Promise<ChunkRecord | undefined>
  /** Marks that no chunk is being rendered any more. */
  release(): void
}

export interface ChunkStatesOptions {
  scenes: Pick<SceneStore, 'isReady'>
  files: ChunkFiles
  notifier: ChunkChangeNotifier
  clock: Clock
  onFailure(cause: unknown): void
}

export function createChunkStates(options: ChunkStatesOptions): ChunkStates {
  const { scenes, files, notifier, clock, onFailure } = options
  const records = new Map<RenderChunkId, ChunkRecord>()
  let current: ChunkRecord | undefined
  let wake = Promise.withResolvers<void>()

  function changed(record: ChunkRecord): void {
    if (isSampling(record)) {
      notifier.changed(record)
      return
    }
    // A finished picture or an end is awaited, so it is published at once and saved; samples are only published.
    notifier.now(record)
    files.save(record).catch(onFailure)
  }

  function update(): void {
    for (const record of records.values()) {
      if (hasEnded(record) || record === current) continue
      const isHere = chunkScenes(record).every(scenes.isReady)
      const phase = isHere ? 'waiting' : 'fetching'
      if (phase === record.phase) continue
      record.phase = phase
      record.fetchingSinceMs = isHere ? undefined : clock.monotonicMs()
      notifier.changed(record)
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
    update,
    next,
    begin,
    release: () => {
      current = undefined
      update()
    },
  }
}

function isSampling({ parts }: ChunkRecord): boolean {
  return [...parts.values()].some(({ state }) => state === 'rendering')
}
