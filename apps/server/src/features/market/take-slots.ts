import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Pricing } from '@gridloom/contract/machines/machine'
import type { OfferKind } from '@gridloom/contract/market/offer-filters'
import { formatPerHour } from '@gridloom/domain/money-format'
import { priceOrder } from '@gridloom/domain/pricing'
import type { Tx } from '../../platform/ctx.ts'
import { admitBid } from './bids/admit-bid.ts'
import { assignOrTakeOver } from './bids/assign-slots.ts'
import { countBidSlots, listBids } from './bids/bids-store.ts'
import { holdersForOrder } from './bids/offer-bids.ts'
import { lockOfferMachine, type OfferMachine } from './offer-machine-store.ts'
import { type Availability, findAvailability, findNextBest, findOfferRow } from './offers-store.ts'
import { pricingOf } from './pricing-of.ts'
import { publishTaken } from './publish-taken.ts'
import { countDisk, countTaken, insertRental, type SlotRequest } from './rentals-store.ts'
import type { OfferRow } from './schema.ts'

/** The slots and the disk that an instance takes. */
export interface SlotOrder extends SlotRequest {
  instanceId: InstanceId
  at: Date
  /** The most that is paid for a slot with its memory, for an interruptible instance. */
  bidMicroUsd?: number | undefined
}

/** The slots that an order took. Prices are the machine's own; a quote may have locked others. */
export interface ReservedSlots {
  machineId: MachineId
  providerAccountId: AccountId
  kind: OfferKind
  gpuModel: string | null
  gpuUuids: string[]
  /** Whether others still run on the slots, so that the instance must not start yet. */
  awaitsSlots: boolean
  /** What a slot with its memory costs an interruptible instance now; `null`: the price on demand. */
  bidPaysMicroUsd: number | null
  isolated: boolean
  /** Of all slots together. */
  vcpus: number
  memoryMib: number
  memoryMibPerSlot: number
  pricing: Pricing
}

/**
 * Takes slots and disk for an instance, inside the caller's transaction. An order that is visibly too late is rejected
 * before it waits for a lock, every other one by the conditional update: one of any number of orders for the last slot
 * wins, and if its transaction fails the next one does. An order at the full price takes slots of interruptible
 * instances where too few are free; a bid takes those of lower bids.
 * @throws {Refused} not_found, machine_offline, invalid_input (too little disk), and offer_taken with `next_offer_id`
 * and, as text in `next`, the next best offer; outbid
 */
export async function takeSlots(tx: Tx, order: SlotOrder): Promise<ReservedSlots> {
  const available = await refuseUnlessFree(tx, order)
  const machine = await lockOfferMachine(tx, available.machine_id)
  const offer = machine === undefined ? undefined : await admit(tx, order)
  if (machine === undefined || offer === undefined) {
    throw await offerTaken(tx, await refuseUnlessFree(tx, order), order)
  }
  const { gpuUuids, awaitsSlots } = await assignOrTakeOver(tx, order, offer.from)
  await countDisk(tx, machine.id, order.diskGb)
  await insertRental(tx, rentalOf(order, offer))
  await publishTaken(tx, machine, offer)
  return takenOf(order, { machine, offer, gpuUuids, awaitsSlots })
}

/** Counts the slots, and returns whose may be taken where too few are free. */
async function admit(tx: Tx, order: SlotOrder): Promise<AdmittedOffer | undefined> {
  const { offerId, instanceId, slots, at, bidMicroUsd: maxMicroUsd } = order
  if (maxMicroUsd === undefined) {
    const offer = await countTaken(tx, order)
    return offer && { ...offer, from: holdersForOrder(await listBids(tx.db, offerId), slots, at) }
  }
  const row = await findOfferRow(tx.db, offerId)
  if (row === undefined || !row.visible || row.slots_free < slots) return undefined
  const from = await admitBid(tx, row, { instanceId, slots, maxMicroUsd, at })
  const offer = await countBidSlots(tx, order)
  return offer && { ...offer, from }
}

type AdmittedOffer = OfferRow & { from: InstanceId[] }

async function refuseUnlessFree(tx: Tx, order: SlotOrder): Promise<Availability> {
  const available = await findAvailability(tx.db, order.offerId)
  if (available === undefined) throw new Refused('not_found', { details: { what: 'offer' } })
  if (available.status !== 'online') throw new Refused('machine_offline')
  if (!available.visible || available.slots_free < order.slots)
    throw await offerTaken(tx, available, order)
  if (available.disk_free_gb < order.diskGb) {
    const fields = { disk_gb: `This machine has ${available.disk_free_gb} GB free.` }
    throw new Refused('invalid_input', { fields })
  }
  return available
}

async function offerTaken(tx: Tx, gone: Availability, order: SlotOrder): Promise<Refused> {
  const next = await findNextBest(tx.db, gone, order)
  if (next === undefined) {
    return new Refused('offer_taken', {
      details: { next: ' No similar offer is available right now.', next_offer_id: null },
    })
  }
  const text = ` The next best offer is ${next.name} at ${formatPerHour(next.price)}.`
  return new Refused('offer_taken', { details: { next: text, next_offer_id: next.id } })
}

/** What a bid pays from the first second on: the price of the last clearing. */
function bidPays({ bidMicroUsd }: SlotOrder, offer: OfferRow): number | null {
  if (bidMicroUsd === undefined) return null
  return Math.min(bidMicroUsd, offer.bid_price_micro_usd_per_hour ?? bidMicroUsd)
}

/** The rental of an order, by default at the prices of its offer. */
export function rentalOf(order: SlotOrder, offer: OfferRow, pricing = pricingOf(offer)) {
  const price = priceOrder({ kind: offer.kind, memoryMib: offer.memory_mib }, pricing, order)
  return {
    instance_id: order.instanceId,
    machine_id: offer.machine_id,
    offer_id: offer.id,
    slots: order.slots,
    slots_held: true,
    disk_gb: order.diskGb,
    micro_usd_per_hour: price.running_micro_usd_per_hour,
    taken_at: order.at,
    bid_micro_usd_per_hour: order.bidMicroUsd ?? null,
    bid_at: order.bidMicroUsd === undefined ? null : order.at,
  }
}

/** What an order took, for its caller. */
export function takenOf(
  order: SlotOrder,
  given: { machine: OfferMachine; offer: OfferRow; gpuUuids: string[]; awaitsSlots: boolean },
): ReservedSlots {
  const { machine, offer, gpuUuids, awaitsSlots } = given
  return {
    machineId: machine.id,
    providerAccountId: machine.account_id,
    kind: offer.kind,
    gpuModel: offer.gpu_model,
    gpuUuids,
    awaitsSlots,
    bidPaysMicroUsd: bidPays(order, offer),
    isolated: offer.isolated,
    // Rounded to hundredths of a thread, to remove floating-point error.
    vcpus: Math.round(offer.vcpus * order.slots * 100) / 100,
    memoryMib: offer.memory_mib * order.slots,
    memoryMibPerSlot: offer.memory_mib,
    pricing: pricingOf(offer),
  }
}
