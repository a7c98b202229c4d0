import type { Tx } from '../../platform/ctx.ts'
import type { ReservationRow } from './schema.ts'

/** Publishes, at commit, a change of a reservation to the open pages of its account. */
export async function publishReservation(
  tx: Tx,
  { account_id: accountId, id }: Pick<ReservationRow, 'account_id' | 'id'>,
): Promise<void> {
  await tx.publish({ topic: 'reservation', transient: true, accountId, subject: id })
}
