import type { MachineId, OfferId, ReservationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import { markFreed } from './alerts/alerts-store.ts'
import { listBids } from './bids/bids-store.ts'
import { holdersForOrder } from './bids/offer-bids.ts'
import { lockOfferMachine, type OfferMachine } from './offer-machine-store.ts'
import { findAvailability, findOfferRow, markOffersStale } from './offers-store.ts'
import { publishFreed, publishTaken } from './publish-taken.ts'
import { countTaken } from './rentals-store.ts'
import { freeReserved, reserveFree, reserveOfBids } from './reserved-slots-store.ts'
import type { OfferRow } from './schema.ts'

/** An offer whose slots were reserved, with its machine. */
export interface HeldOffer {
  machine: OfferMachine
  offer: OfferRow
}

/** Locks the machine of an offer that can be rented. @throws Refused `not_found` (also unlisted), `machine_offline` */
export async function lockReservedMachine(tx: Tx, offerId: OfferId): Promise<HeldOffer> {
  const found = await findAvailability(tx.db, offerId)
  const machine = found && (await lockOfferMachine(tx, found.machine_id))
  const offer = machine && (await findOfferRow(tx.db, offerId))
  if (machine === undefined || offer === undefined || !offer.visible)
    throw new Refused('not_found', { details: { what: 'offer' } })
  if (machine.status !== 'online') throw new Refused('machine_offline')
  return { machine, offer }
}

interface HeldSlots {
  offerId: OfferId
  slots: number
  reservationId: ReservationId
  machine: OfferMachine
  at: Date
}

/**
 * Gives free slots of an offer to a reservation, then those of interruptible instances, which keep them until they are
 * stopped; the lock of its machine is held. @throws Refused `offer_taken`
 */
export async function holdSlots(tx: Tx, wanted: HeldSlots): Promise<void> {
  const offer = await countTaken(tx, { ...wanted, diskGb: 0 })
  if (offer === undefined) throw new Refused('offer_taken', { details: { next: '' } })
  const free = await reserveFree(tx, wanted)
  const missing = wanted.slots - free
  const from = holdersForOrder(await listBids(tx.db, offer.id), wanted.slots, wanted.at)
  if ((await reserveOfBids(tx, { ...wanted, slots: missing, from })) !== missing)
    throw new RangeError(`offer ${offer.id} counts slots it does not have`)
  await publishTaken(tx, wanted.machine, offer)
}

/** Ends a reservation's claim to slots: free ones return to the market, the others when their instances leave. */
export async function releaseReservation(
  tx: Tx,
  { id, machineId, offerId }: { id: ReservationId; machineId: MachineId; offerId: OfferId },
): Promise<void> {
  const machine = await lockOfferMachine(tx, machineId)
  await freeReserved(tx, id)
  if (machine === undefined) return
  await markFreed(tx, [offerId])
  // Retired slots are gone, and those that interruptible instances still run on count as free again.
  await markOffersStale(tx, machineId)
  await publishFreed(tx, machine)
}
