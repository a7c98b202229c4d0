import type { Clock } from '@gridloom/async/clock'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import { type ChunkRecord, chunkReport } from './chunk-record.ts'

/** A chunk is reported at most this often, however fast its samples come. */
export const reportEveryMs = 1_000

/** Notifies listeners of chunks that changed. */
export interface ChunkChangeNotifier {
  /** Publishes the newest state: at once, or as soon as the last report is long enough ago. */
  changed(record: ChunkRecord): void
  /** Publishes at once, whenever the last report was. */
  now(record: ChunkRecord): void
  /** Drops a report that is still due. */
  forget(record: ChunkRecord): void
  onChange(listener: (report: ChunkReport) => void): () => void
  [Symbol.dispose](): void
}

export function createChunkChangeNotifier(clock: Clock): ChunkChangeNotifier {
  const listeners = new Set<(report: ChunkReport) => void>()
  const reportedAtMs = new WeakMap<ChunkRecord, number>()
  const due = new Set<ChunkRecord>()
  const end = new AbortController()

  function publish(record: ChunkRecord): void {
    due.delete(record)
    if (end.signal.aborted) return
    reportedAtMs.set(record, clock.monotonicMs())
    const report = chunkReport(record)
    for (const listener of listeners) listener(report)
  }

  return {
    changed: (record) => {
      if (due.has(record)) return
      const lastMs = reportedAtMs.get(record)
      const waitMs = lastMs === undefined ? 0 : lastMs + reportEveryMs - clock.monotonicMs()
      if (waitMs <= 0) return publish(record)
      due.add(record)
      const later = () => {
        if (due.has(record)) publish(record)
      }
      // @NOTE an aborted sleep means that the agent stops: there is no listener any more
      clock.sleep(waitMs, end.signal).then(later, () => undefined)
    },
    now: publish,
    forget: (record) => void due.delete(record),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [Symbol.dispose]: () => end.abort(),
  }
}
