import type { OfferId, ReservationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { noSuchReservation } from './owned-reservation.ts'
import { lockReservation } from './reservations-store.ts'

/**
 * Locks a reservation of the active account for an order, so that it does not end meanwhile. Orders do not wait for each
 * other here.
 * @throws Refused `not_found` (also another account's), `reservation_ended`, `invalid_input` (another offer)
 */
export async function lockForOrder(
  ctx: Ctx,
  tx: Tx,
  { reservationId, offerId }: { reservationId: ReservationId; offerId: OfferId },
): Promise<void> {
  const row = await lockReservation(tx, reservationId, 'shared')
  if (row === undefined || row.account_id !== accountOf(ctx).accountId) throw noSuchReservation()
  if (row.state === 'ended' || row.ends_at <= ctx.clock.now())
    throw new Refused('reservation_ended')
  if (row.offer_id === offerId) return
  const fields = { offer_id: `This reservation is of the offer ${row.offer_id}.` }
  throw new Refused('invalid_input', { fields })
}
