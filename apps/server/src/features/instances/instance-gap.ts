import type { UsageEntry } from '@gridloom/contract/agent/usage'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ReportGap } from '@gridloom/domain/metering'
import type { Span } from '@gridloom/domain/spans'

/** A machine's usage journal by instance. */
export interface UsageJournal {
  readonly entries: ReadonlyMap<InstanceId, readonly UsageEntry[]>
  /** Our clock minus the machine's, in milliseconds. */
  readonly clockAheadMs: number
}

/** The gap of a machine that reports again: when it could not report, and its journal of that time. */
export interface MachineGap {
  readonly excused: readonly Span[]
  readonly journal: UsageJournal
}

/** The gap of one instance, with the signed entries that show it. */
export interface InstanceGap extends ReportGap {
  readonly evidence: readonly UsageEntry[]
}

export const noGap: InstanceGap = { excused: [], journal: [], evidence: [] }

export function gapOf({ excused, journal }: MachineGap, id: InstanceId): InstanceGap {
  const evidence = journal.entries.get(id) ?? []
  const readings = evidence.map(({ at_ms, running_s, stopped_s }) => ({
    seenAtMs: at_ms + journal.clockAheadMs,
    runningS: running_s,
    stoppedS: stopped_s,
  }))
  return { excused, journal: readings, evidence }
}
