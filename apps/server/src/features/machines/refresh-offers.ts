import { isDeepStrictEqual } from 'node:util'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Benchmark, Hardware } from '@gridloom/contract/machines/hardware'
import { isolationOf } from '@gridloom/domain/isolation'
import { offerPrice, slotPrice } from '@gridloom/domain/pricing'
import { rentableGpus, slotsOf } from '@gridloom/domain/slots'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { figureOf, listBenchmarks } from './benchmarks-store.ts'
import { computersKeptSince } from './judge-enrolment.ts'
import { isRentable } from './machine-problems.ts'
import { lockMachine, updateMachine } from './machines-store.ts'
import { defaultCpuSlots } from './new-machine.ts'
import { type PlannedSlot, planSlots, type SlotPlan } from './plan-slots.ts'
import { pricingOf } from './pricing-of.ts'
import { diskReserved } from './rentals-store.ts'
import type { MachineRow, OfferRow } from './schema.ts'
import {
  claimGpus,
  dropFreeSlots,
  listOffersOf,
  listSlots,
  putSlots,
  upsertOffer,
} from './slots-store.ts'

/**
 * Works out anew what a machine has for rent: its slots, its offers with their prices, and whether anyone
 * sees them. To be called whenever something changed that they follow from; rented slots stay as they are.
 * Tells everyone where the market changed.
 */
export async function refreshOffers(ctx: Ctx, tx: Tx, machineId: MachineId): Promise<void> {
  const machine = await lockMachine(tx, machineId)
  if (machine === undefined || machine.hardware === null) return
  const before = await listOffersOf(tx.db, machineId)
  const gpusElsewhere = await claimGpus(tx, {
    machineId,
    accountId: machine.account_id,
    uuids: gpusOf(machine.hardware),
    keptSince: computersKeptSince(ctx.clock.now()),
  })
  const facts = await gatherFacts(
    tx,
    { ...machine, gpus_elsewhere: gpusElsewhere },
    machine.hardware,
  )
  const plans = planSlots(facts.groups, await listSlots(tx.db, machineId))
  const planned = withVanished(plans, before).flatMap((plan) => {
    const old = before.find((offer) => offer.slot_group === plan.slotGroup)
    const offer = offerOf(plan, facts, old ?? { id: ctx.ids.mint('offer') })
    return offer === undefined ? [] : [{ offer, slots: plan.slots }]
  })
  await writePlan(tx, machineId, planned)
  await updateMachine(tx, machineId, {
    gpus_elsewhere: JSON.stringify(gpusElsewhere),
    offers_due: false,
  })
  const after = planned.map(({ offer }) => offer)
  if (!isDeepStrictEqual(onShow(before), onShow(after))) {
    await tx.publish({ topic: 'offers', accountId: null, subject: '' })
  }
}

/** Free slots go before others come: a GPU may move from one offer to another. */
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

interface Facts {
  machine: MachineRow
  hardware: Hardware
  groups: ReturnType<typeof slotsOf>
  benchmarks: Benchmark[]
  visible: boolean
  diskFreeGb: number
}

async function gatherFacts(tx: Tx, machine: MachineRow, hardware: Hardware): Promise<Facts> {
  const benchmarks = (await listBenchmarks(tx.db, [machine.id])).get(machine.id) ?? []
  const cpuSlots = machine.cpu_slots ?? defaultCpuSlots(hardware)
  const rentable = isRentable({
    status: machine.status,
    hardware,
    agentProtocol: machine.agent_protocol,
    cpuSlots,
    diskOfferedGb: machine.disk_offered_gb,
    gpusElsewhere: machine.gpus_elsewhere,
    listNotIsolated: machine.list_not_isolated,
    stopOverdueSince: machine.stop_overdue_since,
    // It keeps nothing from being offered.
    violation: null,
  })
  const reservedGb = await diskReserved(tx.db, machine.id)
  return {
    machine,
    hardware,
    benchmarks,
    groups: slotsOf(withoutGpus(hardware, machine.gpus_elsewhere), cpuSlots),
    visible: machine.listed && rentable,
    diskFreeGb: Math.max(0, machine.disk_offered_gb - reservedGb),
  }
}

/** Ids of the GPUs that could be slots; others need no claim. */
function gpusOf(hardware: Hardware): string[] {
  return rentableGpus(hardware).map((gpu) => gpu.uuid)
}

function withoutGpus(hardware: Hardware, uuids: readonly string[]): Hardware {
  if (uuids.length === 0) return hardware
  const taken = new Set(uuids)
  return { ...hardware, gpus: hardware.gpus.filter((gpu) => !taken.has(gpu.uuid)) }
}

/** The plans, and an empty one for each offer whose slots are all gone. */
function withVanished(plans: readonly SlotPlan[], offers: readonly OfferRow[]): SlotPlan[] {
  const planned = new Set(plans.map((plan) => plan.slotGroup))
  const vanished = offers.filter((offer) => !planned.has(offer.slot_group))
  return [
    ...plans,
    ...vanished.map(({ slot_group }) => ({ slotGroup: slot_group, group: null, slots: [] })),
  ]
}

/** The offer as it should be; one whose group is gone keeps its facts and is hidden. */
function offerOf(
  plan: SlotPlan,
  facts: Facts,
  old: OfferRow | Pick<OfferRow, 'id'>,
): OfferRow | undefined {
  const open = plan.slots.filter((slot) => !slot.retired)
  const counted = {
    slots_total: open.length,
    slots_free: open.filter((slot) => slot.instanceId === null).length,
    disk_free_gb: facts.diskFreeGb,
    visible: facts.visible && open.length > 0,
  }
  if (plan.group === null) return 'machine_id' in old ? { ...old, ...counted } : undefined
  const { machine, hardware, benchmarks } = facts
  const { group } = plan
  const pricing = pricingOf(machine)
  return {
    id: old.id,
    machine_id: machine.id,
    slot_group: plan.slotGroup,
    kind: group.kind,
    gpu_model: group.gpuModel,
    cpu_model: hardware.cpu_model,
    vram_mib: group.vramMib ?? 0,
    vcpus: group.vcpus,
    memory_mib: group.memoryMib,
    ...counted,
    slot_micro_usd_per_hour: slotPrice(group.kind, pricing),
    memory_gib_micro_usd_per_hour: pricing.memory_gib_micro_usd_per_hour,
    disk_gb_micro_usd_per_hour: pricing.disk_gb_micro_usd_per_hour,
    stopped_disk_gb_micro_usd_per_hour: pricing.stopped_disk_gb_micro_usd_per_hour,
    price_micro_usd_per_hour: offerPrice(group, pricing),
    cpu_score: figureOf(benchmarks, 'cpu_multi_mops'),
    network_down_mbps: figureOf(benchmarks, 'network_down_mbps'),
    isolated: isolationOf(hardware.isolation_gaps) === 'isolated',
  }
}

function onShow(offers: readonly OfferRow[]): OfferRow[] {
  return offers
    .filter((offer) => offer.visible)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
