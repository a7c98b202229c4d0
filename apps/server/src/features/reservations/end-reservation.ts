import type { ReservationEndCause } from '@gridloom/contract/reservations/reservation'
import { formatUsdExact } from '@gridloom/domain/money-format'
import {
  elapsedDays,
  isRefunded,
  type Settlement,
  settleEarlyEnd,
  unavailableMs,
} from '@gridloom/domain/reservations'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { payWithinHold, readInstanceMoney, releaseHold } from '../ledger/index.ts'
import { releaseReservation } from '../market/index.ts'
import { publishNotice } from '../notices/index.ts'
import { insertLine } from './due-store.ts'
import { publishReservation } from './publish-reservation.ts'
import { factsOf, reservationEnded } from './reservation-events.ts'
import { updateReservation } from './reservations-store.ts'
import { inSlots, reservedOf } from './reserved-terms.ts'
import type { ReservationRow } from './schema.ts'
import { measuredSince, type SettlingCtx, type Watched } from './settle-days.ts'

interface Ended extends Watched {
  cause: ReservationEndCause
}

/** What ends a reservation returned. */
interface Outcome {
  captured: { microUsd: number; transactionId: string | null }
  returned: number
}

/**
 * Ends a reservation whose row is locked and whose days are settled: charges what an early end costs, returns the rest
 * and frees the slots. Its instances follow the event, in transactions of their own.
 */
export async function endReservation(
  ctx: SettlingCtx,
  tx: Tx,
  { row, machine, cause }: Ended,
): Promise<ReservationRow> {
  const now = ctx.clock.now()
  const { id, account_id: accountId } = row
  await releaseReservation(tx, { id, machineId: row.machine_id, offerId: row.offer_id })
  const captured = cause === 'cancelled' ? await captureEnd(ctx, tx, { row, machine }) : nothing
  const returned = await releaseHold(ctx, tx, { purpose: id, keepMicroUsd: 0, key: 'end' })
  const isEarly = row.settled_days < row.days
  if (isEarly || returned > 0) await writeEnd(tx, { row, machine, now, captured, returned })
  const ended = await updateReservation(tx, id, {
    ...{ state: 'ended', end_cause: cause, ended_at: now },
    refunded_micro_usd: row.refunded_micro_usd + returned,
  })
  const payload = {
    ...{ ...factsOf(row), at_end: row.at_end, cause, returned_micro_usd: returned },
  }
  await recordEvents(ctx, tx, [reservationEnded.of({ subject: id, accountId, payload })])
  await tell(ctx, tx, { row, machine, cause, returned })
  await publishReservation(tx, ended)
  return ended
}

const nothing = { microUsd: 0, transactionId: null }

/** What an end by the renter would charge and return now. */
export function settlementNow(
  { row, machine, capturedMicroUsd }: Watched & { capturedMicroUsd: number },
  now: Date,
): Settlement {
  const isRefundedNow = isRefunded(measuredSince({ row, machine }, now))
  const isUnsettled =
    elapsedDays({ startedAt: row.started_at, days: row.days }, now) > row.settled_days
  return settleEarlyEnd({
    ...reservedOf(row),
    totalMicroUsd: row.total_micro_usd,
    elapsedDays: Math.max(
      row.settled_days,
      elapsedDays({ startedAt: row.started_at, days: row.days }, now),
    ),
    refundedDays: row.refunded_days + (isUnsettled && isRefundedNow ? 1 : 0),
    capturedMicroUsd,
    refundedMicroUsd: row.refunded_micro_usd,
  })
}

async function captureEnd(
  ctx: SettlingCtx,
  tx: Tx,
  { row, machine }: Watched,
): Promise<Outcome['captured']> {
  const { id } = row
  const money = (await readInstanceMoney(tx.db, [id])).get(id)
  const capturedMicroUsd = money?.chargedMicroUsd ?? 0
  const { captureMicroUsd } = settlementNow({ row, machine, capturedMicroUsd }, ctx.clock.now())
  if (captureMicroUsd === 0) return nothing
  return payWithinHold(ctx, tx, {
    purpose: id,
    machineId: row.machine_id,
    providerAccountId: row.provider_account_id,
    microUsd: captureMicroUsd,
    key: `${id}:end`,
    text: `Reservation of ${inSlots(row.slots)} on ${machine.name}: early end`,
  })
}

async function writeEnd(
  tx: Tx,
  { row, machine, now, captured, returned }: Watched & Outcome & { now: Date },
): Promise<void> {
  await insertLine(tx, {
    ...{ key: `${row.id}:end`, reservation_id: row.id, day: null },
    ...{ from_at: row.measured_at, to_at: now },
    unavailable_ms: unavailableMs(measuredSince({ row, machine }, now)),
    ...{ micro_usd: captured.microUsd, refunded_micro_usd: returned },
    transaction_id: captured.transactionId,
  })
}

const causes = {
  expired: 'Its days are over.',
  cancelled: 'You ended it.',
  machine_offline: 'Its machine has been offline for 72 hours.',
  machine_removed: 'Its machine was removed.',
} as const satisfies Record<ReservationEndCause, string>

async function tell(
  ctx: SettlingCtx,
  tx: Tx,
  { row, machine, cause, returned }: Ended & { returned: number },
): Promise<void> {
  if (cause === 'cancelled') return
  const back = returned === 0 ? '' : ` ${formatUsdExact(returned)} are available again.`
  const isBad = cause !== 'expired'
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `reservation_ended:${row.id}`,
      level: isBad ? 'warning' : 'info',
      text: `Your reservation of ${inSlots(row.slots)} on ${machine.name} ended. ${causes[cause]}${back}`,
    },
    mail: isBad
      ? { kind: 'instance_alerts', subject: `Your reservation on ${machine.name} ended` }
      : null,
  })
}
