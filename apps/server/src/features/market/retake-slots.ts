import type { InstanceId, MachineId, OfferId, ReservationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import { admitBid } from './bids/admit-bid.ts'
import { assignOrTakeOver } from './bids/assign-slots.ts'
import { areSlotsInUse, countBidSlots, listBids } from './bids/bids-store.ts'
import { holdersForOrder } from './bids/offer-bids.ts'
import { lockOfferMachine } from './offer-machine-store.ts'
import { findOfferRow } from './offers-store.ts'
import { publishRentals, publishTaken } from './publish-taken.ts'
import { countTaken, findRental, heldGpus, markSlotsHeld } from './rentals-store.ts'
import type { OfferRow } from './schema.ts'
import { assignReserved } from './take-reserved-slots.ts'
import type { ReservedSlots } from './take-slots.ts'

/** The slots that a stopped instance takes again. */
export interface RetakenSlots {
  offerId: OfferId
  machineId: MachineId
  slots: number
  instanceId: InstanceId
  /** Whose slots they are; `null`: any that are free. */
  reservationId: ReservationId | null
  at: Date
}

/**
 * Takes slots again for a stopped instance whose disk is still on its machine. Does nothing if the instance holds them
 * already. Renters get their slots back on an unlisted machine too. An interruptible instance gets them if its bid wins.
 * @throws {Refused} machine_offline; offer_taken where others rent the slots; outbid; reservation_full; not_found without
 * a kept disk
 */
export async function retakeSlots(tx: Tx, wanted: RetakenSlots): Promise<Retaken> {
  const { machineId, instanceId } = wanted
  const machine = await lockOfferMachine(tx, machineId)
  const rental = await findRental(tx.db, instanceId)
  if (machine === undefined || rental === undefined) {
    throw new Refused('not_found', { details: { what: 'disk' } })
  }
  if (rental.slots_held) {
    const awaitsSlots = await areSlotsInUse(tx.db, instanceId)
    return { gpuUuids: await heldGpus(tx, instanceId), awaitsSlots, bidPaysMicroUsd: null }
  }
  if (machine.status !== 'online') throw new Refused('machine_offline')
  if (wanted.reservationId !== null) {
    const gpuUuids = await assignReserved(tx, { ...wanted, reservationId: wanted.reservationId })
    await markSlotsHeld(tx, instanceId, wanted.at)
    await publishRentals(tx, machine)
    return { gpuUuids, awaitsSlots: false, bidPaysMicroUsd: null }
  }
  const bid = rental.bid_micro_usd_per_hour
  const offer = await admit(tx, wanted, bid)
  if (offer === undefined) throw new Refused('offer_taken', { details: { next: '' } })
  const { gpuUuids, awaitsSlots } = await assignOrTakeOver(tx, wanted, offer.from)
  await markSlotsHeld(tx, instanceId, wanted.at)
  await publishTaken(tx, machine, offer)
  const bidPaysMicroUsd =
    bid === null ? null : Math.min(bid, offer.bid_price_micro_usd_per_hour ?? bid)
  return { gpuUuids, awaitsSlots, bidPaysMicroUsd }
}

/** The slots that were taken again, as of an order. */
export type Retaken = Pick<ReservedSlots, 'gpuUuids' | 'awaitsSlots' | 'bidPaysMicroUsd'>

async function admit(
  tx: Tx,
  wanted: RetakenSlots,
  bid: number | null,
): Promise<(OfferRow & { from: InstanceId[] }) | undefined> {
  const { offerId, slots, at } = wanted
  const request = { ...wanted, diskGb: 0 }
  if (bid === null) {
    const offer = await countTaken(tx, request, 'any')
    return offer && { ...offer, from: holdersForOrder(await listBids(tx.db, offerId), slots, at) }
  }
  const row = await findOfferRow(tx.db, offerId)
  if (row === undefined || row.slots_free < slots) return undefined
  const from = await admitBid(tx, row, { ...wanted, maxMicroUsd: bid })
  const offer = await countBidSlots(tx, request)
  return offer && { ...offer, from }
}
