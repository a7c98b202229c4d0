import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Pricing } from '@gridloom/contract/machines/machine'
import type { OfferKind } from '@gridloom/contract/market/offer'
import { formatPerHour } from '@gridloom/domain/money-format'
import { priceOrder } from '@gridloom/domain/pricing'
import type { Tx } from '../../platform/ctx.ts'
import { lockMachine } from './machines-store.ts'
import { findNextBest, findStanding, type Standing } from './offers-store.ts'
import { pricingOf } from './pricing-of.ts'
import { publishTaken } from './publish-taken.ts'
import { assignSlots, countDisk, countTaken, insertRental, type Wanted } from './rentals-store.ts'
import type { MachineRow, OfferRow } from './schema.ts'

export interface SlotOrder extends Wanted {
  instanceId: InstanceId
}

/** What an order got. Prices are the machine's own; a quote may have locked others. */
export interface TakenSlots {
  machineId: MachineId
  providerAccountId: AccountId
  kind: OfferKind
  gpuModel: string | null
  gpuUuids: string[]
  isolated: boolean
  /** Of all slots together. */
  vcpus: number
  memoryMib: number
  memoryMibPerSlot: number
  pricing: Pricing
}

/**
 * Takes slots and disk for an instance, inside the caller's transaction. Whoever is too late is told before
 * waiting for any lock where that can be seen, else by the conditional update: of any number of orders for the
 * last slot one wins, and if its transaction fails the next one does.
 * @throws {Refused} not_found, machine_offline, invalid_input (too little disk), and offer_taken with
 * `next_offer_id` and, as text in `next`, the next best offer
 */
export async function takeSlots(tx: Tx, order: SlotOrder): Promise<TakenSlots> {
  const standing = await refuseUnlessFree(tx, order)
  const machine = await lockMachine(tx, standing.machine_id)
  const offer = machine === undefined ? undefined : await countTaken(tx, order)
  if (machine === undefined || offer === undefined) {
    throw await offerTaken(tx, await refuseUnlessFree(tx, order), order)
  }
  const { count, gpuUuids } = await assignSlots(tx, order, order.instanceId)
  if (count !== order.slots) throw new RangeError(`offer ${offer.id} counts slots it does not have`)
  await countDisk(tx, machine.id, order.diskGb)
  await insertRental(tx, rentalOf(order, offer))
  await publishTaken(tx, machine, offer)
  return taken(order, { machine, offer, gpuUuids })
}

async function refuseUnlessFree(tx: Tx, order: SlotOrder): Promise<Standing> {
  const standing = await findStanding(tx.db, order.offerId)
  if (standing === undefined) throw new Refused('not_found', { details: { what: 'offer' } })
  if (standing.status !== 'online') throw new Refused('machine_offline')
  if (!standing.visible || standing.slots_free < order.slots)
    throw await offerTaken(tx, standing, order)
  if (standing.disk_free_gb < order.diskGb) {
    const fields = { disk_gb: `This machine has ${standing.disk_free_gb} GB free.` }
    throw new Refused('invalid_input', { fields })
  }
  return standing
}

async function offerTaken(tx: Tx, gone: Standing, order: SlotOrder): Promise<Refused> {
  const next = await findNextBest(tx.db, gone, order)
  if (next === undefined) {
    return new Refused('offer_taken', {
      details: { next: ' Nothing like it is free right now.', next_offer_id: null },
    })
  }
  const text = ` The next best is ${next.name} at ${formatPerHour(next.price)}.`
  return new Refused('offer_taken', { details: { next: text, next_offer_id: next.id } })
}

function rentalOf(order: SlotOrder, offer: OfferRow) {
  const price = priceOrder(
    { kind: offer.kind, memoryMib: offer.memory_mib },
    pricingOf(offer),
    order,
  )
  return {
    instance_id: order.instanceId,
    machine_id: offer.machine_id,
    offer_id: offer.id,
    slots: order.slots,
    slots_held: true,
    disk_gb: order.diskGb,
    micro_usd_per_hour: price.running_micro_usd_per_hour,
  }
}

function taken(
  order: SlotOrder,
  given: { machine: MachineRow; offer: OfferRow; gpuUuids: string[] },
): TakenSlots {
  const { machine, offer, gpuUuids } = given
  return {
    machineId: machine.id,
    providerAccountId: machine.account_id,
    kind: offer.kind,
    gpuModel: offer.gpu_model,
    gpuUuids,
    isolated: offer.isolated,
    // Hundredths of a thread, without the noise of adding fractions.
    vcpus: Math.round(offer.vcpus * order.slots * 100) / 100,
    memoryMib: offer.memory_mib * order.slots,
    memoryMibPerSlot: offer.memory_mib,
    pricing: pricingOf(offer),
  }
}
