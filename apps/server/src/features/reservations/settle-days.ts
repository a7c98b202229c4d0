import type { MicroUsd } from '@gridloom/contract/core/values'
import { formatUsdExact } from '@gridloom/domain/money-format'
import {
  dayShare,
  isRefunded,
  type MeasuredDay,
  reservationDayMs,
  unavailableMs,
} from '@gridloom/domain/reservations'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { payWithinHold, releaseHold } from '../ledger/index.ts'
import { publishNotice } from '../notices/index.ts'
import type { ReservationsCtx } from './ctx.ts'
import { insertLine } from './due-store.ts'
import { factsOf, reservationRefunded } from './reservation-events.ts'
import { type ReservedMachine, updateReservation } from './reservations-store.ts'
import { inDays, inSlots } from './reserved-terms.ts'
import type { ReservationRow } from './schema.ts'

/** What settling needs of the context; it runs without a user. */
export type SettlingCtx = Pick<ReservationsCtx, 'clock' | 'ids' | 'publicUrl'>

/** A reservation whose row is locked, with its machine. */
export interface Watched {
  row: ReservationRow
  machine: ReservedMachine
}

/**
 * Charges or refunds each day that is over, in order. Twice is safe: under the row's lock each day is settled once. The
 * time online is measured from one settlement to the next: where the control plane was down at the end of a day, that
 * time is not the machine's fault, and its counter has it.
 */
export async function settleDays(
  ctx: SettlingCtx,
  tx: Tx,
  { row, machine }: Watched,
): Promise<ReservationRow> {
  let settled = row
  while (isDayOver(settled, ctx.clock.now())) {
    settled = await settleDay(ctx, tx, { row: settled, machine })
  }
  return settled
}

function isDayOver({ settled_days, days, started_at }: ReservationRow, now: Date): boolean {
  return (
    settled_days < days &&
    started_at.getTime() + (settled_days + 1) * reservationDayMs <= now.getTime()
  )
}

/** Returns the measured time since the last settled day. */
export function measuredSince({ row, machine }: Watched, now: Date): MeasuredDay {
  return {
    fromMs: row.measured_at.getTime(),
    toMs: now.getTime(),
    onlineMs: Math.max(0, machine.onlineMs - row.measured_online_ms) + sinceSeenMs(machine, now),
    unusableMs: row.unusable_ms,
  }
}

/** The counter grows with each heartbeat: an online machine was online since the last one. */
function sinceSeenMs({ status, lastSeenAt }: ReservedMachine, now: Date): number {
  if (status !== 'online' || lastSeenAt === null) return 0
  return Math.max(0, now.getTime() - lastSeenAt.getTime())
}

async function settleDay(
  ctx: SettlingCtx,
  tx: Tx,
  { row, machine }: Watched,
): Promise<ReservationRow> {
  const now = ctx.clock.now()
  const day = row.settled_days + 1
  const measured = measuredSince({ row, machine }, now)
  const share = dayShare(row.total_micro_usd, row.days, day)
  const refunded = isRefunded(measured)
  const paid = refunded ? nothing : await chargeDay(ctx, tx, { row, machine, day, share })
  const returned = refunded ? await returnDay(ctx, tx, { row, day, share }) : 0
  const from_at = new Date(row.started_at.getTime() + (day - 1) * reservationDayMs)
  await insertLine(tx, {
    ...{ key: `${row.id}:day:${day}`, reservation_id: row.id, day, from_at },
    to_at: new Date(from_at.getTime() + reservationDayMs),
    unavailable_ms: unavailableMs(measured),
    ...{ micro_usd: paid.microUsd, refunded_micro_usd: returned },
    transaction_id: paid.transactionId,
  })
  if (refunded)
    await tellRefunded(ctx, tx, { row, machine, day, returned, ms: unavailableMs(measured) })
  return updateReservation(tx, row.id, {
    settled_days: day,
    refunded_days: row.refunded_days + (refunded ? 1 : 0),
    refunded_micro_usd: row.refunded_micro_usd + returned,
    measured_at: now,
    measured_online_ms: row.measured_online_ms + measured.onlineMs,
    unusable_ms: 0,
    watched_at: now,
  })
}

const nothing = { microUsd: 0, transactionId: null }

interface SettledDay extends Watched {
  day: number
  share: MicroUsd
}

async function chargeDay(ctx: SettlingCtx, tx: Tx, { row, machine, day, share }: SettledDay) {
  if (share === 0) return nothing
  return payWithinHold(ctx, tx, {
    purpose: row.id,
    machineId: row.machine_id,
    providerAccountId: row.provider_account_id,
    microUsd: share,
    key: `${row.id}:day:${day}`,
    text: `Reservation of ${inSlots(row.slots)} on ${machine.name}: day ${day} of ${row.days}`,
  })
}

async function returnDay(
  ctx: SettlingCtx,
  tx: Tx,
  { row, day, share }: Omit<SettledDay, 'machine'>,
): Promise<MicroUsd> {
  const key = `day:${day}`
  return releaseHold(ctx, tx, { purpose: row.id, keepMicroUsd: 0, microUsdMax: share, key })
}

interface Refunded extends Watched {
  day: number
  returned: MicroUsd
  ms: number
}

async function tellRefunded(
  ctx: SettlingCtx,
  tx: Tx,
  { row, machine, day, returned, ms }: Refunded,
): Promise<void> {
  const { id, account_id: accountId } = row
  const payload = {
    ...{ ...factsOf(row), day, refunded_micro_usd: returned },
    unavailable_s: Math.round(ms / 1_000),
  }
  await recordEvents(ctx, tx, [reservationRefunded.of({ subject: id, accountId, payload })])
  const amount = formatUsdExact(returned)
  const minutes = Math.round(ms / 60_000)
  const which = `day ${day} of ${inDays(row.days)}`
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `reservation_refunded:${id}:${day}`,
      level: 'info',
      text: `${machine.name}: your reserved slots were not available for ${minutes} minutes on ${which}. The day is refunded: ${amount}.`,
    },
    mail: { kind: 'instance_alerts', subject: 'A day of your reservation was refunded' },
  })
  await publishNotice(ctx, tx, {
    accountId: row.provider_account_id,
    notice: {
      key: `reservation_refund_paid:${id}:${day}`,
      level: 'warning',
      text: `${machine.name}: reserved slots were not available for ${minutes} minutes on ${which}. The day earns nothing.`,
    },
    mail: null,
  })
}
