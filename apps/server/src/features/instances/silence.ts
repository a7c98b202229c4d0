import type { UsageEntry } from '@gridloom/contract/agent/usage'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { Silence } from '@gridloom/domain/metering'
import type { Span } from '@gridloom/domain/spans'
import { excusedSince } from '../../platform/outages/excused.ts'
import type { InstancesCtx } from './ctx.ts'
import { oldestMeterOn } from './instances-store.ts'
import { emptyJournal, readUsageJournal, type UsageJournal } from './read-usage-journal.ts'

/** The silence of a machine that reports again: when it could not report, and its journal of that time. */
export interface MachineSilence {
  readonly excused: readonly Span[]
  readonly journal: UsageJournal
}

/** The silence of one instance, with the signed entries that show it. */
export interface InstanceSilence extends Silence {
  readonly evidence: readonly UsageEntry[]
}

export const noSilence: InstanceSilence = { excused: [], journal: [], evidence: [] }

/** Returns the silence before a machine's `hello`; the journal is read only if the control plane was away in it. */
export async function silenceBefore(
  ctx: InstancesCtx,
  machineId: MachineId,
  usageThrough: number | null,
): Promise<MachineSilence> {
  const since = await oldestMeterOn(ctx.db, machineId)
  const excused = since === undefined ? [] : await excusedSince(ctx, since)
  const isCounted = excused.length > 0 && usageThrough !== null
  const journal = isCounted ? await readUsageJournal(ctx, machineId) : emptyJournal
  return { excused, journal }
}

export function silenceOf({ excused, journal }: MachineSilence, id: InstanceId): InstanceSilence {
  const evidence = journal.entries.get(id) ?? []
  const readings = evidence.map(({ at_ms, running_s, stopped_s }) => ({
    seenAtMs: at_ms + journal.clockAheadMs,
    runningS: running_s,
    stoppedS: stopped_s,
  }))
  return { excused, journal: readings, evidence }
}
