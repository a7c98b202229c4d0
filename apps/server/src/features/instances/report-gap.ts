import type { MachineId } from '@gridloom/contract/core/ids'
import { excusedSince } from '../../platform/outages/excused.ts'
import type { InstancesCtx } from './ctx.ts'
import type { MachineGap } from './instance-gap.ts'
import { oldestMeterOn } from './instances-store.ts'
import { emptyJournal, readUsageJournal } from './read-usage-journal.ts'

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
