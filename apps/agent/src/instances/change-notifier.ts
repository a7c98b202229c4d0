import type { Clock } from '@gridloom/async/clock'
import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { timestampOf } from './context.ts'
import { type InstanceRecord, instanceReport } from './record.ts'

/** Progress is reported at most this often; every other change at once. */
const progressEveryMs = 250

export interface ChangeNotifier {
  /** Notifies the listeners where the record's report has changed. */
  changed(record: InstanceRecord): void
  onChange(listener: (report: InstanceReport) => void): () => void
}

/** Creates the notifier. `save` is called for each change that has to outlive the agent. */
export function createChangeNotifier(
  clock: Clock,
  save: (record: InstanceRecord) => void,
): ChangeNotifier {
  const listeners = new Set<(report: InstanceReport) => void>()
  const reported = new WeakMap<InstanceRecord, { state: string; progress: string; atMs: number }>()

  function changed(record: InstanceRecord): void {
    const report = instanceReport(record, timestampOf(clock))
    const { progress, ready_s: _ready, running_s: _running, stopped_s: _stopped, ...rest } = report
    const now = { state: JSON.stringify(rest), progress: JSON.stringify(progress) }
    const last = reported.get(record)
    const isNewState = last?.state !== now.state
    const isDue = clock.monotonicMs() - (last?.atMs ?? 0) >= progressEveryMs
    if (!isNewState && (last.progress === now.progress || !isDue)) return
    reported.set(record, { ...now, atMs: clock.monotonicMs() })
    if (isNewState) save(record)
    for (const listener of listeners) listener(report)
  }

  return {
    changed,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
