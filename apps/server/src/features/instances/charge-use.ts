import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { ChargingCause, InstanceState } from '@gridloom/contract/instances/instance'
import { chargeStart, type StartUse } from '@gridloom/domain/charging'
import type { Metered, ReportGap } from '@gridloom/domain/metering'
import type { InstanceRow } from './schema.ts'

/**
 * A report with the state that it leads to, its arrival, the free seconds that the instance has left, and the gap
 * before it.
 */
export interface Metering {
  report: InstanceReport
  state: InstanceState
  seenAt: Date
  freeLeftS: number
  gap?: ReportGap
}

type ChargeBegin = Pick<InstanceRow, 'charged_cause' | 'charged_from'>

/** The free and the charged seconds, and when and why charging began. */
export type Charge = ChargeBegin & Record<'freeS' | 'runningS' | 'stoppedS', number>

/**
 * Decides which metered seconds are charged: those of {@link chargeStart} before charging has begun, and afterwards every
 * second that the instance ran or its disk was kept stopped.
 */
export function chargeUse(
  row: InstanceRow,
  metering: Metering,
  metered: Pick<Metered, 'runningS' | 'stoppedS'>,
): Charge {
  const { runningS, stoppedS } = metered
  const { charged_from, charged_cause } = row
  const charged = { charged_from, charged_cause }
  if (hasBegun(row)) return { freeS: 0, runningS, stoppedS, ...charged }
  const { began, ...start } = chargeStart(startUseOf(row, metering, metered))
  if (charged_from !== null) return { ...start, ...charged }
  return { ...start, ...beginOf(metering, start.runningS + start.stoppedS, began) }
}

/** Whether charging had begun at the last report; no second is free from then on. */
export function hasBegun({ charged_from: from, meter_seen_at: previousAt }: InstanceRow): boolean {
  return from !== null && (previousAt === null || from <= previousAt)
}

function startUseOf(
  row: InstanceRow,
  { report, freeLeftS }: Metering,
  metered: Pick<Metered, 'runningS' | 'stoppedS'>,
): StartUse {
  const { runningS, stoppedS } = metered
  const { charged_from: enteredAt, meter_seen_at: previousAt } = row
  const enteredAfterS =
    enteredAt === null || previousAt === null
      ? null
      : Math.ceil((enteredAt.getTime() - previousAt.getTime()) / 1_000)
  const readyS = Math.max(0, Math.min(runningS, report.ready_s - (row.meter_ready_s ?? 0)))
  return { runningS, readyS, stoppedS, enteredAfterS, freeLeftS }
}

/** The time when charging began: the charged seconds before the report that shows them. */
function beginOf(
  { report, seenAt, state }: Metering,
  chargedS: number,
  began: ChargingCause | null,
): ChargeBegin {
  const cause = began ?? (state === 'running' && report.ready ? 'ready' : null)
  if (cause === null) return { charged_from: null, charged_cause: null }
  return { charged_from: new Date(seenAt.getTime() - chargedS * 1_000), charged_cause: cause }
}
