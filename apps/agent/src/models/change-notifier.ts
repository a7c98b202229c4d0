import type { Clock } from '@gridloom/async/clock'
import type { ServeReport } from '@gridloom/contract/agent/models'

/** Bytes and slots of one model are reported at most this often. */
export const reportEveryMs = 1_000

/** Notifies listeners of models that changed: of a phase or generation at once, of all else at most once a second. */
export interface ServeChangeNotifier {
  changed(read: () => ServeReport): void
  onChange(listener: (report: ServeReport) => void): () => void
  [Symbol.dispose](): void
}

interface LastReport {
  atMs: number
  phase: ServeReport['phase']
  observed: number
}

export function createServeChangeNotifier(clock: Clock): ServeChangeNotifier {
  const listeners = new Set<(report: ServeReport) => void>()
  const reported = new Map<string, LastReport>()
  const due = new Set<string>()
  const end = new AbortController()

  function publish(report: ServeReport): void {
    due.delete(report.endpoint_id)
    const { phase, observed_generation: observed } = report
    reported.set(report.endpoint_id, { atMs: clock.monotonicMs(), phase, observed })
    for (const listener of listeners) listener(report)
  }

  return {
    changed: (read) => {
      const report = read()
      const last = reported.get(report.endpoint_id)
      const isNews = last?.phase !== report.phase || last.observed !== report.observed_generation
      if (last === undefined || isNews) return publish(report)
      if (due.has(report.endpoint_id)) return
      const waitMs = last.atMs + reportEveryMs - clock.monotonicMs()
      if (waitMs <= 0) return publish(report)
      due.add(report.endpoint_id)
      const later = () => {
        if (due.has(report.endpoint_id)) publish(read())
      }
      // @NOTE an aborted sleep means that the agent stops: there is no listener any more
      clock.sleep(waitMs, end.signal).then(later, () => undefined)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [Symbol.dispose]: () => end.abort(),
  }
}
