import type { Tx } from '../../platform/ctx.ts'
import type { MachineRow, OfferRow } from './schema.ts'

/** Tells the provider that something was rented, and everyone where an offer left the market by it. */
export async function publishTaken(
  tx: Tx,
  machine: Pick<MachineRow, 'id' | 'account_id'>,
  offer: Pick<OfferRow, 'slots_free'>,
): Promise<void> {
  await tx.publish({ topic: 'machine', accountId: machine.account_id, subject: machine.id })
  if (offer.slots_free > 0) return
  await tx.publish({ topic: 'offers', accountId: null, subject: '' })
}

/** Tells the provider and everyone that something came free. */
export async function publishFreed(
  tx: Tx,
  machine: Pick<MachineRow, 'id' | 'account_id'>,
): Promise<void> {
  await tx.publish({ topic: 'machine', accountId: machine.account_id, subject: machine.id })
  await tx.publish({ topic: 'offers', accountId: null, subject: '' })
}
