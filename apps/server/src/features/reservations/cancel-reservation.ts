import type { ReservationId } from '@gridloom/contract/core/ids'
import type { Reservation } from '@gridloom/contract/reservations/reservation'
import type { ReservationsCtx } from './ctx.ts'
import { endReservation } from './end-reservation.ts'
import { lockActive } from './owned-reservation.ts'
import { readReservation } from './read-reservations.ts'
import { readReservedMachine } from './reservations-store.ts'
import { settleDays } from './settle-days.ts'

/**
 * Ends a reservation now; the published formula decides what is returned (docs/reservations.md).
 * @throws Refused `not_found`, `reservation_ended`
 */
export async function cancelReservation(
  ctx: ReservationsCtx,
  id: ReservationId,
): Promise<Reservation> {
  await ctx.transact(async (tx) => {
    const row = await lockActive(ctx, tx, id)
    const machine = await readReservedMachine(tx.db, row.machine_id)
    const settled = await settleDays(ctx, tx, { row, machine })
    const cause = settled.settled_days === settled.days ? 'expired' : 'cancelled'
    await endReservation(ctx, tx, { row: settled, machine, cause })
  })
  return readReservation(ctx, id)
}
