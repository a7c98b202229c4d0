import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { machineSilentAfterMs, stopChargedS } from '@gridloom/contract/core/constants'
import type { InstanceState } from '@gridloom/contract/instances/instance'
import type { MachineCount } from '@gridloom/contract/receipts/signed-receipt'
import {
  type MeterBounds,
  type MeterPoint,
  meterBetween,
  startMetering,
} from '@gridloom/domain/metering'
import type { Updateable } from 'kysely'
import { chargeUse, type Metering } from './charge-use.ts'
import type { InstanceRow, InstancesTable } from './schema.ts'

/** The columns of metering after a report: the metered time and the start of charging. */
export type MeterColumns = Pick<
  Updateable<InstancesTable>,
  | 'meter_ready_s'
  | 'meter_running_s'
  | 'meter_stopped_s'
  | 'meter_seen_at'
  | 'meter_spare_ms'
  | 'meter_count'
  | 'metered_running_s'
  | 'metered_stopped_s'
  | 'free_s'
  | 'charged_from'
  | 'charged_cause'
>

/**
 * Moves the meter to a report. {@link chargeUse} decides what is charged of it; a disk that is kept free after
 * exhaustion costs nothing. Beyond the requested end ({@link boundsOf}) the machine's count is ignored.
 */
export function meterInstance(row: InstanceRow, metering: Metering): MeterColumns {
  const { report, seenAt } = metering
  const previous = pointOf(row)
  const now = {
    runningS: runningOf(row, report, seenAt),
    stoppedS: report.stopped_s,
    seenAtMs: seenAt.getTime(),
  }
  const metered =
    previous === undefined
      ? { runningS: 0, stoppedS: 0, next: startMetering(now) }
      : meterBetween(previous, now, boundsOf(row, metering.state), metering.gap)
  const { freeS, runningS, stoppedS, ...charging } = chargeUse(row, metering, metered)
  const diskCharged = row.disk_kept_until === null
  return {
    meter_ready_s: readyOf(row, report),
    meter_running_s: metered.next.runningS,
    meter_stopped_s: metered.next.stoppedS,
    meter_seen_at: new Date(metered.next.seenAtMs),
    meter_spare_ms: metered.next.spareMs,
    meter_count: countOf(report),
    metered_running_s: row.metered_running_s + runningS,
    metered_stopped_s: row.metered_stopped_s + (diskCharged ? stoppedS : 0),
    free_s: row.free_s + freeS,
    ...charging,
  }
}

/** The counters as the machine signed them, for receipts; `null`: an older agent signs none. */
function countOf({ count, ready_s, running_s, stopped_s }: InstanceReport): string | null {
  if (count === null || count === undefined) return null
  const signed: MachineCount = { ...count, ready_s, running_s: running_s ?? ready_s, stopped_s }
  return JSON.stringify(signed)
}

/** Whether the agent lost its counters: it counts from a much lower point on. */
export function hasLostCounters(row: InstanceRow, report: InstanceReport, seenAt: Date): boolean {
  const before = pointOf(row)
  if (before === undefined) return false
  const runningFellS = before.runningS - runningOf(row, report, seenAt)
  return Math.max(runningFellS, before.stoppedS - report.stopped_s) * 1_000 > machineSilentAfterMs
}

/** The agent's count of running; for an older agent, its ready seconds plus what our clock saw it run. */
function runningOf(row: InstanceRow, report: InstanceReport, seenAt: Date): number {
  if (report.running_s !== null) return Math.max(report.running_s, report.ready_s)
  if (row.meter_running_s === null || row.meter_ready_s === null) return report.ready_s
  const readyS = report.ready_s - row.meter_ready_s
  return row.meter_running_s + Math.max(readyS, unreadyRunS(row, report, seenAt))
}

/** A slightly lower count is a late report; a much lower one means that the agent lost its counters. */
function readyOf({ meter_ready_s: beforeS }: InstanceRow, { ready_s: nowS }: InstanceReport) {
  const fellMs = ((beforeS ?? 0) - nowS) * 1_000
  return fellMs > machineSilentAfterMs ? nowS : Math.max(beforeS ?? 0, nowS)
}

function unreadyRunS(row: InstanceRow, report: InstanceReport, seenAt: Date): number {
  const ranOn = row.state === 'running' && report.phase === 'running'
  if (!ranOn || (row.ready && report.ready) || row.meter_seen_at === null) return 0
  const gapMs = seenAt.getTime() - row.meter_seen_at.getTime()
  return gapMs > machineSilentAfterMs ? 0 : Math.ceil(gapMs / 1000)
}

/** States in which a container may be running, and those in which its disk may be kept stopped. */
const mayRun: ReadonlySet<InstanceState> = new Set(['running', 'stopping', 'lost'])
const mayStand: ReadonlySet<InstanceState> = new Set(['stopped', 'stopping', 'lost'])

/** Until when each kind may be charged: up to the requested end, and only in states that can have it. */
function boundsOf(row: InstanceRow, state: InstanceState): MeterBounds {
  const untilOf = (askedAt: Date | null) =>
    askedAt === null ? Number.POSITIVE_INFINITY : askedAt.getTime() + stopChargedS * 1_000
  const never = Number.NEGATIVE_INFINITY
  const ran = mayRun.has(row.state) || mayRun.has(state)
  const stood = mayStand.has(row.state) || mayStand.has(state)
  return {
    runningUntilMs: ran ? untilOf(row.stop_asked_at) : never,
    stoppedUntilMs: stood ? untilOf(row.destroy_asked_at) : never,
  }
}

function pointOf(row: InstanceRow): MeterPoint | undefined {
  const { meter_running_s: runningS, meter_stopped_s: stoppedS, meter_seen_at: seenAt } = row
  if (runningS === null || stoppedS === null || seenAt === null) return undefined
  return { runningS, stoppedS, seenAtMs: seenAt.getTime(), spareMs: row.meter_spare_ms }
}
