import { AccountId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import { Machine } from '@gridloom/contract/machines/machine'
import { Offer } from '@gridloom/contract/market/offer'
import { describe, expect, it } from 'vitest'
import { aHardware } from '../../../test/messages.ts'
import { type OfferWithMachine, offerView } from '../market/offer-view.ts'
import { pricingOf } from '../market/pricing-of.ts'
import { termsColumns } from '../market/reservation-terms.ts'
import { figureOf } from './benchmarks-store.ts'
import { machineView } from './machine-view.ts'
import type { MachineWithHeartbeat } from './machines-store.ts'
import { defaultPricing } from './new-machine.ts'
import { agentsOwn } from './record-benchmarks.ts'

const at = new Date('2026-01-02T00:00:00.000Z')
const now = new Date('2026-01-03T00:00:00.000Z')
const ids = {
  account: AccountId.parse('acc_00000000000000000000000001'),
  machine: MachineId.parse('mch_00000000000000000000000001'),
  offer: OfferId.parse('ofr_00000000000000000000000001'),
}

describe('a machine’s view for its provider', () => {
  it('matches the contract, before its first hello and after', () => {
    const waiting = shown({ status: 'waiting', hardware: null, cpu_slots: null })
    expect(waiting).toMatchObject({ cpu_slots: 1, problems: [], connected_at: null })
    const online = shown({ status: 'online', connected_at: at, last_seen_at: at })
    expect(online).toMatchObject({ cpu_slots: 8, problems: [], connected_at: at.toISOString() })
    for (const machine of [waiting, online]) expect(Machine.parse(machine)).toEqual(machine)
  })

  it('has the number of CPU slots that the provider set, by default one per thread', () => {
    expect(shown({ cpu_slots: 3 }).cpu_slots).toBe(3)
    expect(shown({ cpu_slots: null }).cpu_slots).toBe(8)
  })

  it('lists its problems', () => {
    const codes = (row: Partial<MachineWithHeartbeat>) =>
      shown(row).problems.map(({ code }) => code)
    expect(codes({ status: 'offline' })).toEqual(['offline'])
    expect(codes({ disk_offered_gb: 0 })).toEqual(['disk_low'])
    expect(codes({ gpus_elsewhere: ['GPU-1'] })).toEqual(['gpu_elsewhere'])
    expect(codes({ agent_protocol: null })).toEqual(['agent_old'])
  })

  it('shows for a day that its connection was ended for a violation', () => {
    const violated = (violated_at: Date) => shown({ violation: 'flood', violated_at }).problems
    expect(violated(new Date(at.getTime() + 1))).toMatchObject([{ code: 'protocol_violation' }])
    expect(violated(at)).toEqual([])
  })

  it('contains neither the owner nor internal columns', () => {
    const text = JSON.stringify(shown({}))
    expect(text).not.toContain(ids.account)
    for (const column of ['offline_notified_at', 'removed_at']) expect(text).not.toContain(column)
  })
})

describe('an offer’s view for renters', () => {
  it('matches the contract', () => {
    const offer = offerView(member, anOfferRow({}), at)
    expect(Offer.parse(offer)).toEqual(offer)
  })

  it('has no free slots while it is off the market', () => {
    expect(offerView(member, anOfferRow({ visible: true, slots_free: 3 }), at).slots_free).toBe(3)
    expect(offerView(member, anOfferRow({ visible: false, slots_free: 3 }), at).slots_free).toBe(0)
  })

  it('shows unknown GPU memory as null, not as 0', () => {
    expect(offerView(member, anOfferRow({ vram_mib: 0 }), at).vram_mib).toBeNull()
    expect(offerView(member, anOfferRow({ vram_mib: 1 }), at).vram_mib).toBe(1)
  })
})

it('returns a machine’s prices, and an offer’s slot price for both kinds', () => {
  expect(pricingOf(aMachineRow({}))).toEqual(defaultPricing)
  expect(pricingOf(anOfferRow({ slot_micro_usd_per_hour: 77 }))).toEqual({
    ...defaultPricing,
    gpu_slot_micro_usd_per_hour: 77,
    cpu_slot_micro_usd_per_hour: 77,
  })
})

it('rounds a figure, and returns 0 for one that was never measured', () => {
  const measured_at = at.toISOString()
  const benchmarks = [{ kind: 'cpu_multi_mops' as const, value: 12.5, measured_at }]
  expect(figureOf(benchmarks, 'cpu_multi_mops')).toBe(13)
  expect(figureOf(benchmarks, 'network_down_mbps')).toBe(0)
  expect(agentsOwn(benchmarks)).toEqual(benchmarks)
})

const member = { actor: { kind: 'system' } } as const

function shown(row: Partial<MachineWithHeartbeat>) {
  const money = { earnedMicroUsd: 5, earnedDays: [5], earningMicroUsdPerHour: 7, slotPrices: [] }
  return machineView(aMachineRow(row), { benchmarks: [], gpuBenchmarks: [], ...money, now })
}

function aMachineRow(change: Partial<MachineWithHeartbeat>): MachineWithHeartbeat {
  return {
    id: ids.machine,
    account_id: ids.account,
    name: 'box',
    listed: true,
    list_not_isolated: false,
    country: null,
    min_bid_micro_usd_per_hour: null,
    status: 'online',
    ...defaultPricing,
    ...termsColumns(null),
    cpu_slots: null,
    hardware: aHardware(),
    gpus_elsewhere: [],
    stop_overdue_since: null,
    violated_at: null,
    violation: null,
    agent_version: '0.1.0',
    agent_protocol: 1,
    disk_offered_gb: 100,
    enrolled_at: at,
    connected_at: null,
    removed_at: null,
    offline_notified_at: null,
    online_again_at: null,
    last_seen_at: null,
    load: null,
    online_ms: 0,
    hours: [],
    slots_total: 8,
    slots_rented: 0,
    earning_micro_usd_per_hour: 0,
    ...change,
  }
}

function anOfferRow(change: Partial<OfferWithMachine>): OfferWithMachine {
  const { memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour } = defaultPricing
  return {
    id: ids.offer,
    machine_id: ids.machine,
    slot_group: 'cpu',
    min_bid_micro_usd_per_hour: null,
    bid_price_micro_usd_per_hour: null,
    bids_cleared_at: null,
    slots_bid: 0,
    trust_score: null,
    gpu_tflops_fp32: null,
    gpu_memory_bandwidth_gb_s: null,
    ...termsColumns(null),
    visible: true,
    kind: 'cpu',
    gpu_model: null,
    cpu_model: 'Test CPU',
    vram_mib: 0,
    vcpus: 1,
    memory_mib: 1_024,
    disk_free_gb: 10,
    slots_total: 8,
    slots_free: 8,
    slot_micro_usd_per_hour: 20_000,
    memory_gib_micro_usd_per_hour,
    disk_gb_micro_usd_per_hour,
    stopped_disk_gb_micro_usd_per_hour: defaultPricing.stopped_disk_gb_micro_usd_per_hour,
    price_micro_usd_per_hour: 22_000,
    cpu_score: 0,
    network_down_mbps: 0,
    isolated: true,
    compute_capability: null,
    cuda: null,
    driver: null,
    pcie_gen: null,
    pcie_lanes: null,
    nvlink_gb_s: null,
    gpu_clock_mhz: null,
    gpu_power_w: null,
    arch: null,
    os: null,
    disk_read_mb_s: null,
    disk_write_mb_s: null,
    cpu_single_score: null,
    memory_bandwidth_mb_s: null,
    network_up_mbps: null,
    network_rtt_ms: null,
    country: null,
    can_volumes: null,
    can_snapshots: null,
    can_clusters: null,
    uptime_percent: null,
    ready_s: null,
    models: [],
    token_price_micro_usd: null,
    renders: false,
    micro_usd_per_reference_hour: null,
    machine_name: 'box',
    last_seen_at: null,
    enrolled_at: at,
    measured: [],
    images: [],
    online_ms: 0,
    hours: [],
    price_days: [],
    rented_since: null,
    online_ms_since: null,
    hour_at: null,
    ...change,
  }
}
