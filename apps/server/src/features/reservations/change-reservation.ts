import type { ReservationId } from '@gridloom/contract/core/ids'
import type { Reservation, ReservationChange } from '@gridloom/contract/reservations/reservation'
import type { ReservationsCtx } from './ctx.ts'
import { lockActive } from './owned-reservation.ts'
import { publishReservation } from './publish-reservation.ts'
import { readReservation } from './read-reservations.ts'
import { updateReservation } from './reservations-store.ts'

/** Chooses what happens to instances at the end. @throws Refused `not_found`, `reservation_ended` */
export async function changeReservation(
  ctx: ReservationsCtx,
  id: ReservationId,
  { at_end }: ReservationChange,
): Promise<Reservation> {
  await ctx.transact(async (tx) => {
    await lockActive(ctx, tx, id)
    await publishReservation(tx, await updateReservation(tx, id, { at_end }))
  })
  return readReservation(ctx, id)
}
