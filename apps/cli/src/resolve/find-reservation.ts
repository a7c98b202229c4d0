import type { Reservation } from '@gridloom/contract/reservations/reservation'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a reservation by its id, or by the name of its machine where that has one alone. */
export async function findReservation(ctx: Ctx, wanted: string): Promise<Reservation> {
  const all = await ctx.client.reservations.list({ signal: ctx.signal })
  const named = all.map((one) => ({ ...one, name: one.state === 'active' ? one.machine_name : '' }))
  const { id } = chooseOne(named, wanted, 'reservation')
  const found = all.find((one) => one.id === id)
  if (found === undefined) throw new RangeError('the chosen one is listed')
  return found
}
