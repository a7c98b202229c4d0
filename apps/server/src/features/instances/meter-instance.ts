import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { type MeterPoint, meterBetween, startMetering } from '@gridloom/domain/metering'
import type { Updateable } from 'kysely'
import type { InstanceRow, InstancesTable } from './schema.ts'

/** Where metering stands after a report, as columns. */
export type MeterColumns = Pick<
  Updateable<InstancesTable>,
  | 'meter_ready_s'
  | 'meter_stopped_s'
  | 'meter_seen_at'
  | 'meter_spare_ms'
  | 'metered_running_s'
  | 'metered_stopped_s'
>

/**
 * Moves the meter to a report heard at `seenAt`. Seconds that stood stopped are charged only where something
 * was delivered before (the instance was ready once) and the disk is not kept for free after exhaustion.
 */
export function meterInstance(
  row: InstanceRow,
  report: InstanceReport,
  seenAt: Date,
): MeterColumns {
  const now = { readyS: report.ready_s, stoppedS: report.stopped_s, seenAtMs: seenAt.getTime() }
  const previous = pointOf(row)
  const metered =
    previous === undefined
      ? { runningS: 0, stoppedS: 0, next: startMetering(now) }
      : meterBetween(previous, now)
  const diskCharged = row.ready_at !== null && row.disk_kept_until === null
  return {
    meter_ready_s: metered.next.readyS,
    meter_stopped_s: metered.next.stoppedS,
    meter_seen_at: new Date(metered.next.seenAtMs),
    meter_spare_ms: metered.next.spareMs,
    metered_running_s: row.metered_running_s + metered.runningS,
    metered_stopped_s: row.metered_stopped_s + (diskCharged ? metered.stoppedS : 0),
  }
}

function pointOf(row: InstanceRow): MeterPoint | undefined {
  const { meter_ready_s: readyS, meter_stopped_s: stoppedS, meter_seen_at: seenAt } = row
  if (readyS === null || stoppedS === null || seenAt === null) return undefined
  return { readyS, stoppedS, seenAtMs: seenAt.getTime(), spareMs: row.meter_spare_ms }
}
