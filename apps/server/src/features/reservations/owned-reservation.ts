import type { ReservationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { lockReservation } from './reservations-store.ts'
import type { ReservationRow } from './schema.ts'

export function noSuchReservation(): Refused {
  return new Refused('not_found', { details: { what: 'reservation' } })
}

/** Returns an active reservation of the active account, locked. @throws Refused `not_found`, `reservation_ended` */
export async function lockActive(ctx: Ctx, tx: Tx, id: ReservationId): Promise<ReservationRow> {
  const row = await lockReservation(tx, id)
  if (row === undefined || row.account_id !== accountOf(ctx).accountId) throw noSuchReservation()
  if (row.state === 'ended') throw new Refused('reservation_ended')
  return row
}
