import type { Tx } from '../../platform/ctx.ts'
import type { OfferMachine } from './offer-machine-store.ts'
import { publishOffers } from './publish-offers.ts'
import type { OfferRow } from './schema.ts'

/** Publishes a rental to the provider, and to everyone if the offer is full now. */
export async function publishTaken(
  tx: Tx,
  machine: OfferMachine,
  offer: Pick<OfferRow, 'slots_free'>,
): Promise<void> {
  await publishRentals(tx, machine)
  if (offer.slots_free === 0) await publishOffers(tx)
}

/** Publishes freed slots or disk to the provider and to everyone. */
export async function publishFreed(tx: Tx, machine: OfferMachine): Promise<void> {
  await publishRentals(tx, machine)
  await publishOffers(tx)
}

/**
 * Publishes the machine, whose view shows its rentals. The topic belongs to `machines`, which imports this feature, so
 * it cannot be imported.
 */
export async function publishRentals(tx: Tx, { account_id, id }: OfferMachine): Promise<void> {
  await tx.publish({ topic: 'machine', accountId: account_id, subject: id })
}
