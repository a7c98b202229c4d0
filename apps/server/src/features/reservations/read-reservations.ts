import type { MachineId, ReservationId } from '@gridloom/contract/core/ids'
import type { MachineReservation, Reservation } from '@gridloom/contract/reservations/reservation'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { requireOwnMachine } from '../machines/index.ts'
import { noSuchReservation } from './owned-reservation.ts'
import { findReservation, listReservationRows } from './reservations-store.ts'
import { showOnMachine, showReservations } from './show-reservations.ts'

/** Returns the reservations of the active account, newest first. */
export async function listReservations(ctx: Ctx): Promise<Reservation[]> {
  return showReservations(ctx, await listReservationRows(ctx.db, accountOf(ctx)))
}

/** Returns one reservation of the active account. @throws Refused `not_found` */
export async function readReservation(ctx: Ctx, id: ReservationId): Promise<Reservation> {
  const row = await findReservation(ctx.db, id)
  if (row === undefined || row.account_id !== accountOf(ctx).accountId) throw noSuchReservation()
  const [view] = await showReservations(ctx, [row])
  if (view === undefined) throw new RangeError('one row makes one view')
  return view
}

/** Returns the reservations of a machine that the active account hosts. @throws Refused `not_found` */
export async function listMachineReservations(
  ctx: Ctx,
  id: MachineId,
): Promise<MachineReservation[]> {
  await requireOwnMachine(ctx, id)
  return showOnMachine(ctx, await listReservationRows(ctx.db, { machineId: id }))
}
