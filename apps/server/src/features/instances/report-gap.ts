import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { Span } from '@gridloom/domain/spans'
import { excusedSince } from '../../platform/outages/excused.ts'
import type { InstancesCtx } from './ctx.ts'
import type { InstanceGap } from './instance-gap.ts'
import { oldestMeterOn } from './instances-store.ts'
import { emptyJournal, readUsageJournal, type UsageJournal } from './read-usage-journal.ts'

/** The gap of a machine that reports again: when it could not report, and its journal of that time. */
export interface MachineGap {
  readonly excused: readonly Span[]
  readonly journal: UsageJournal
}

/** Returns the gap before a machine's `hello`; the journal is read only if the control plane was away in it. */
export async function gapBefore(
  ctx: InstancesCtx,
  machineId: MachineId,
  usageThrough: number | null,
): Promise<MachineGap> {
  const since = await oldestMeterOn(ctx.db, machineId)
  const excused = since === undefined ? [] : await excusedSince(ctx, since)
  const isCounted = excused.length > 0 && usageThrough !== null
  const journal = isCounted ? await readUsageJournal(ctx, machineId) : emptyJournal
  return { excused, journal }
}

export function gapOf({ excused, journal }: MachineGap, id: InstanceId): InstanceGap {
  const evidence = journal.entries.get(id) ?? []
  const readings = evidence.map(({ at_ms, running_s, stopped_s }) => ({
    seenAtMs: at_ms + journal.clockAheadMs,
    runningS: running_s,
    stoppedS: stopped_s,
  }))
  return { excused, journal: readings, evidence }
}
