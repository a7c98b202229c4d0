import type { Clock } from '@gridloom/async/clock'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import { type ChunkRecord, reportOf } from './chunk-record.ts'

/** A chunk is told at most this often, however fast its samples come. */
export const reportEveryMs = 1_000

/** Tells of chunks that changed. */
export interface ChunkAnnouncer {
  /** The newest state: at once, or as soon as the last telling is long enough ago. */
  changed(record: ChunkRecord): void
  /** At once, whenever the last telling was. */
  now(record: ChunkRecord): void
  /** What was still to be told of it is not told any more. */
  forget(record: ChunkRecord): void
  onChange(listener: (report: ChunkReport) => void): () => void
  [Symbol.dispose](): void
}

export function createChunkAnnouncer(clock: Clock): ChunkAnnouncer {
  const listeners = new Set<(report: ChunkReport) => void>()
  const toldAtMs = new WeakMap<ChunkRecord, number>()
  const due = new Set<ChunkRecord>()
  const end = new AbortController()

  function tell(record: ChunkRecord): void {
    due.delete(record)
    if (end.signal.aborted) return
    toldAtMs.set(record, clock.monotonicMs())
    const report = reportOf(record)
    for (const listener of listeners) listener(report)
  }

  return {
    changed: (record) => {
      if (due.has(record)) return
      const lastMs = toldAtMs.get(record)
      const waitMs = lastMs === undefined ? 0 : lastMs + reportEveryMs - clock.monotonicMs()
      if (waitMs <= 0) return tell(record)
      due.add(record)
      const later = () => {
        if (due.has(record)) tell(record)
      }
      // @NOTE an interrupted sleep is the end of the agent: nobody is told any more
      clock.sleep(waitMs, end.signal).then(later, () => undefined)
    },
    now: tell,
    forget: (record) => void due.delete(record),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [Symbol.dispose]: () => end.abort(),
  }
}
