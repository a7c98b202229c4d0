import { isDeepStrictEqual } from 'node:util'
import type { InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { GpuBenchmark } from '@gridloom/contract/machines/gpu-benchmark'
import type { Gpu } from '@gridloom/contract/machines/hardware'
import type { Pricing } from '@gridloom/contract/machines/machine'
import { offerPrice, slotPrice } from '@gridloom/domain/pricing'
import type { slotGroups } from '@gridloom/domain/slots'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { markFreed } from './alerts/alerts-store.ts'
import { listBidders } from './bids/bids-store.ts'
import { gpuFactsOf } from './gpu-facts.ts'
import { insertOfferPrices } from './offer-prices-store.ts'
import { clearOffersStale } from './offers-store.ts'
import { isTaken, type PlannedSlot, planSlots, type SlotPlan } from './plan-slots.ts'
import { publishOffers } from './publish-offers.ts'
import { diskReserved } from './rentals-store.ts'
import type { OfferRow } from './schema.ts'
import { dropFreeSlots, listOffersOf, listSlots, putSlots, upsertOffer } from './slots-store.ts'

/** The slots that a machine has for rent, with the facts that its offers show. */
export interface MachineSupply {
  readonly machineId: MachineId
  readonly groups: ReturnType<typeof slotGroups>
  readonly pricing: Pricing
  /** The lowest bid for a slot with its memory; `null`: bids are not accepted. */
  readonly minBid: MicroUsdPerHour | null
  /** Whether the machine is listed and can be rented. */
  readonly visible: boolean
  /** The offered disk before reservations. */
  readonly diskOfferedGb: number
  readonly facts: Pick<
    OfferRow,
    | 'cpu_model'
    | 'cpu_score'
    | 'network_down_mbps'
    | 'isolated'
    | 'cuda'
    | 'arch'
    | 'os'
    | 'disk_read_mb_s'
    | 'disk_write_mb_s'
    | 'cpu_single_score'
    | 'memory_bandwidth_mb_s'
    | 'network_up_mbps'
    | 'network_rtt_ms'
    | 'country'
    | 'can_volumes'
    | 'can_snapshots'
    | 'can_clusters'
  >
  /** Every GPU of the machine. */
  readonly gpus: readonly Gpu[]
  /** Their measured figures. */
  readonly gpuBenchmarks: readonly GpuBenchmark[]
}

/**
 * Replaces the slots and offers of a machine by those of its supply, with prices and visibility. Rented and reserved slots stay.
 * Publishes `offers` if a visible offer changed. The caller holds the lock of the machine.
 */
export async function replaceOffers(ctx: Ctx, tx: Tx, supply: MachineSupply): Promise<void> {
  const { machineId } = supply
  const before = await listOffersOf(tx.db, machineId)
  const diskFreeGb = Math.max(0, supply.diskOfferedGb - (await diskReserved(tx.db, machineId)))
  const bidders = await listBidders(tx.db, machineId)
  const plans = planSlots(supply.groups, await listSlots(tx.db, machineId))
  const planned = withVanished(plans, before).flatMap((plan) => {
    const old = before.find((offer) => offer.slot_group === plan.slotGroup)
    const trusted = { ...supply, bidders, diskFreeGb, trustScore: before[0]?.trust_score ?? null }
    const offer = offerOf(plan, trusted, old ?? { id: ctx.ids.mint('offer') })
    return offer === undefined ? [] : [{ offer, slots: plan.slots }]
  })
  await writePlan(tx, machineId, planned)
  await insertOfferPrices(tx, repriced(before, planned), ctx.clock.now())
  await clearOffersStale(tx, machineId)
  const after = planned.map(({ offer }) => offer)
  await markFreed(tx, newlyFitting(before, after))
  if (!isDeepStrictEqual(visibleOf(before), visibleOf(after))) {
    await publishOffers(tx)
  }
}

/** Returns the free offers that are new on the market or differ, so that an alert may fit them now. */
function newlyFitting(before: readonly OfferRow[], after: readonly OfferRow[]): OfferId[] {
  const known = new Map(visibleOf(before).map((offer) => [offer.id, offer]))
  return visibleOf(after)
    .filter((offer) => offer.slots_free > 0 && !isDeepStrictEqual(known.get(offer.id), offer))
    .map(({ id }) => id)
}

/** Returns the offers that are new or have another price. */
function repriced(before: readonly OfferRow[], planned: readonly { offer: OfferRow }[]) {
  const prices = new Map(before.map((offer) => [offer.id, offer.price_micro_usd_per_hour]))
  return planned
    .map(({ offer }) => offer)
    .filter((offer) => prices.get(offer.id) !== offer.price_micro_usd_per_hour)
}

/** Deletes free slots before it adds others: a GPU may move from one offer to another. */
async function writePlan(
  tx: Tx,
  machineId: MachineId,
  planned: readonly { offer: OfferRow; slots: readonly PlannedSlot[] }[],
): Promise<void> {
  const kept = planned.flatMap(({ offer, slots }) =>
    slots.map(({ slot }) => ({ offerId: offer.id, slot })),
  )
  await dropFreeSlots(tx, machineId, kept)
  for (const { offer, slots } of planned) {
    await upsertOffer(tx, offer)
    await putSlots(tx, { offerId: offer.id, machineId }, slots)
  }
}

/** Returns the plans, and an empty one for each offer whose slots are all gone. */
function withVanished(plans: readonly SlotPlan[], offers: readonly OfferRow[]): SlotPlan[] {
  const planned = new Set(plans.map((plan) => plan.slotGroup))
  const vanished = offers.filter((offer) => !planned.has(offer.slot_group))
  return [
    ...plans,
    ...vanished.map(({ slot_group }) => ({ slotGroup: slot_group, group: null, slots: [] })),
  ]
}

/** Returns the new row of an offer. An offer whose slot group is gone keeps its facts and is hidden. */
function offerOf(
  plan: SlotPlan,
  supply: MachineSupply & {
    diskFreeGb: number
    trustScore: number | null
    bidders: ReadonlySet<InstanceId>
  },
  old: OfferRow | Pick<OfferRow, 'id'>,
): OfferRow | undefined {
  const open = plan.slots.filter((slot) => !slot.retired)
  const unassigned = open.filter((slot) => !isTaken(slot)).length
  const bid = open.filter((slot) => isOfBid(slot, supply.bidders)).length
  const counted = {
    slots_total: open.length,
    slots_free: unassigned + bid,
    slots_bid: bid,
    disk_free_gb: supply.diskFreeGb,
    visible: supply.visible && open.length > 0,
  }
  if (plan.group === null) return 'machine_id' in old ? { ...old, ...counted } : undefined
  const { group } = plan
  const { pricing, facts } = supply
  const price = offerPrice(group, pricing)
  return {
    id: old.id,
    machine_id: supply.machineId,
    slot_group: plan.slotGroup,
    kind: group.kind,
    gpu_model: group.gpuModel,
    vram_mib: group.vramMib ?? 0,
    vcpus: group.vcpus,
    memory_mib: group.memoryMib,
    ...counted,
    slot_micro_usd_per_hour: slotPrice(group.kind, pricing),
    memory_gib_micro_usd_per_hour: pricing.memory_gib_micro_usd_per_hour,
    disk_gb_micro_usd_per_hour: pricing.disk_gb_micro_usd_per_hour,
    stopped_disk_gb_micro_usd_per_hour: pricing.stopped_disk_gb_micro_usd_per_hour,
    price_micro_usd_per_hour: price,
    ...bidPrices(supply.minBid, price, old),
    ...facts,
    ...gpuFactsOf(supply.gpus, supply.gpuBenchmarks, group.gpuUuids),
    uptime_percent: 'uptime_percent' in old ? old.uptime_percent : null,
    ready_s: 'ready_s' in old ? old.ready_s : null,
    trust_score: supply.trustScore,
  }
}

/** A slot of an interruptible instance is sold to whoever reserved it, from which the instance is being stopped. */
function isOfBid(
  { instanceId, reservationId }: PlannedSlot,
  bidders: ReadonlySet<InstanceId>,
): boolean {
  return instanceId !== null && reservationId === null && bidders.has(instanceId)
}

/** No bid is more than the price on demand. The price of bids changes at clearings alone. */
function bidPrices(minBid: number | null, price: number, old: Partial<OfferRow>) {
  const floor = minBid === null ? null : Math.min(minBid, price)
  return {
    min_bid_micro_usd_per_hour: floor,
    bid_price_micro_usd_per_hour:
      floor === null ? null : (old.bid_price_micro_usd_per_hour ?? floor),
    bids_cleared_at: old.bids_cleared_at ?? null,
  }
}

function visibleOf(offers: readonly OfferRow[]): OfferRow[] {
  return offers
    .filter((offer) => offer.visible)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
