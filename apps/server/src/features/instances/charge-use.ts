import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { ChargingCause, InstanceState } from '@gridloom/contract/instances/instance'
import { chargeStart, type StartUse } from '@gridloom/domain/charging'
import type { Metered } from '@gridloom/domain/metering'
import type { InstanceRow } from './schema.ts'

/** A report, the state that it leads to, when it came, and how many seconds its instance may still have for nothing. */
export interface Metering {
  report: InstanceReport
  state: InstanceState
  seenAt: Date
  freeLeftS: number
}

type Began = Pick<InstanceRow, 'charged_cause' | 'charged_from'>

/** Seconds that are free and that are charged, and since when and why it is charged. */
export type Charge = Began & Record<'freeS' | 'runningS' | 'stoppedS', number>

/**
 * Decides what of metered seconds is charged. Before charging has begun that is what {@link chargeStart} says; from then on it
 * is every second that the instance ran, and that its disk stood stopped.
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

/** Whether charging had begun when its machine was last heard: from then on nothing of it is free. */
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

/** The moment at which charging began, so many charged seconds before the report that shows it. */
function beginOf(
  { report, seenAt, state }: Metering,
  chargedS: number,
  began: ChargingCause | null,
): Began {
  const cause = began ?? (state === 'running' && report.ready ? 'ready' : null)
  if (cause === null) return { charged_from: null, charged_cause: null }
  return { charged_from: new Date(seenAt.getTime() - chargedS * 1_000), charged_cause: cause }
}
