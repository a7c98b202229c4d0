import type { Tx } from '../../platform/ctx.ts'
import type { OfferMachine } from './offer-machine-store.ts'
import type { OfferRow } from './schema.ts'

/** Publishes a rental to the provider, and to everyone if the offer is full now. */
export async function publishTaken(
  tx: Tx,
  machine: OfferMachine,
  offer: Pick<OfferRow, 'slots_free'>,
): Promise<void> {
  await tx.publish({ topic: 'machine', accountId: machine.account_id, subject: machine.id })
  if (offer.slots_free > 0) return
  await tx.publish({ topic: 'offers', accountId: null, subject: '' })
}

/** Publishes freed slots or disk to the provider and to everyone. */
export async function publishFreed(tx: Tx, machine: OfferMachine): Promise<void> {
  await tx.publish({ topic: 'machine', accountId: machine.account_id, subject: machine.id })
  await tx.publish({ topic: 'offers', accountId: null, subject: '' })
}
