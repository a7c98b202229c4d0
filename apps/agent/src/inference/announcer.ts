import type { ServeReport } from '@gridloom/contract/agent/inference'
import type { Clock } from '../host/clock.ts'

/** Bytes and slots of one model are told at most this often. */
export const tellEveryMs = 1_000

/** Tells of models that changed: a phase at once, all else at most once a second. */
export interface ServeAnnouncer {
  changed(read: () => ServeReport): void
  onChange(listener: (report: ServeReport) => void): () => void
  [Symbol.dispose](): void
}

interface Told {
  atMs: number
  phase: ServeReport['phase']
  observed: number
}

export function createServeAnnouncer(clock: Clock): ServeAnnouncer {
  const listeners = new Set<(report: ServeReport) => void>()
  const told = new Map<string, Told>()
  const due = new Set<string>()
  const end = new AbortController()

  function tell(report: ServeReport): void {
    due.delete(report.endpoint_id)
    const { phase, observed_generation: observed } = report
    told.set(report.endpoint_id, { atMs: clock.monotonicMs(), phase, observed })
    for (const listener of listeners) listener(report)
  }

  return {
    changed: (read) => {
      const report = read()
      const last = told.get(report.endpoint_id)
      const isNews = last?.phase !== report.phase || last.observed !== report.observed_generation
      if (last === undefined || isNews) return tell(report)
      if (due.has(report.endpoint_id)) return
      const waitMs = last.atMs + tellEveryMs - clock.monotonicMs()
      if (waitMs <= 0) return tell(report)
      due.add(report.endpoint_id)
      const later = () => {
        if (due.has(report.endpoint_id)) tell(read())
      }
      // @NOTE an interrupted sleep is the end of the agent: nobody is told any more
      clock.sleep(waitMs, end.signal).then(later, () => undefined)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [Symbol.dispose]: () => end.abort(),
  }
}
