import type { MachineId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { offerField } from '@gridloom/contract/market/offer-fields'
import { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { type FilterPart, filterParts } from '@gridloom/domain/market/filter-parts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { seedOffers } from '../../../test/seed-offers.ts'

// One market for all: an offer with low values, one with high values that differ in every field, and one about which
// nothing is known.

it('filters by every field: an offer that passes, one that does not, and none that is unknown', async () => {
  await using market = await withMachines()
  const { low, high, unknown } = await setup(market)
  const failed: string[] = []
  for (const part of filterParts.filter(({ filter }) => !others.has(filter))) {
    const { value, passing } = filterThatParts(part, low, high)
    const { offers } = await market.search({ [part.filter]: value, isolation: 'any' })
    const expected = [passing.id, ...(alwaysKnown(part, unknown, value) ? [unknown.id] : [])]
    const found = offers.map(({ id }) => id)
    if (found.toSorted().join() !== expected.toSorted().join()) {
      failed.push(`${part.filter}=${value}: ${found} instead of ${expected}`)
    }
  }
  expect(failed).toEqual([])
  // Both that are known have a lowest bid.
  const closed = await market.search({ interruptible: 'no', isolation: 'any' })
  expect(closed.offers.map(({ id }) => id)).toEqual([unknown.id])
  // And both accept reservations.
  const kept = await market.search({ reservable: 'no', isolation: 'any' })
  expect(kept.offers.map(({ id }) => id)).toEqual([unknown.id])
  const isolated = await market.search(OfferFilters.parse({}))
  expect(isolated.offers.map(({ id }) => id)).not.toContain(low.id)
})

/** Filters that do not part the two offers. */
const others: ReadonlySet<string> = new Set(['isolation', 'interruptible', 'reservable'])

/** A value of a filter that one of two offers passes, and which. */
function filterThatParts({ filter, field, role }: FilterPart, low: Offer, high: Offer) {
  const exact = { kind: high.kind, gpu_model: high.gpu_model, image: high.images[0] }
  const [one, other] = [{ ...low.facts }, { ...high.facts, ...exact }].map(
    (facts) => Object.entries(facts).find(([name]) => name === field)?.[1],
  )
  const text = String(Array.isArray(other) ? other[0] : other)
  switch (role) {
    case 'least':
      return { value: filter === 'slots_min' ? Number(other) : other, passing: high }
    case 'most':
      return { value: one, passing: low }
    case 'any_of':
    case 'exact':
      return { value: text, passing: high }
    case 'none_of':
      return { value: text, passing: low }
    case 'flag':
      return { value: 'yes', passing: high }
  }
}

/** Facts that every offer has pass their filters by their values; all others of the unknown offer pass none. */
function alwaysKnown({ field, role }: FilterPart, unknown: Offer, value: unknown): boolean {
  if (offerField(field).type === 'flag') return false
  const fact = Object.entries(unknown.facts).find(([name]) => name === field)?.[1]
  if (fact === null || fact === undefined || Array.isArray(fact)) return false
  if (role === 'least') return Number(fact) >= Number(value)
  if (role === 'most') return Number(fact) <= Number(value)
  return role === 'none_of'
}

type Market = Awaited<ReturnType<typeof withMachines>>

async function setup(market: Market) {
  await seedOffers(market.db, { offers: 3, accountId: market.ctx.ids.mint('account') })
  const { rows } = await sql<{ machine_id: MachineId }>`
    select machine_id from offers order by id`.execute(market.db)
  const [low, high, unknown] = rows.map((row) => row.machine_id)
  await sql`delete from model_endpoints`.execute(market.db)
  await sql`delete from render_machines`.execute(market.db)
  await sql`delete from machine_images`.execute(market.db)
  await describe(market, { id: low, name: 'alpha one', of: 1 })
  await describe(market, { id: high, name: 'beta two', of: 2 })
  await forget(market, unknown)
  const { offers } = await market.search({ isolation: 'any', page_size: 100 })
  const offerOf = (id: MachineId | undefined) => {
    const offer = offers.find(({ machine_id }) => machine_id === id)
    if (offer === undefined) throw new Error(`no offer of ${id}`)
    return offer
  }
  return { low: offerOf(low), high: offerOf(high), unknown: offerOf(unknown) }
}

async function describe(
  { db }: Market,
  { id, name, of }: { id: MachineId | undefined; name: string; of: 1 | 2 },
): Promise<void> {
  const isHigh = of === 2
  await sql`update offers set visible = true, kind = ${isHigh ? 'gpu' : 'cpu'},
    gpu_model = ${isHigh ? 'NVIDIA A100' : 'NVIDIA RTX 4090'}, cpu_model = ${isHigh ? 'Intel Xeon' : 'AMD EPYC'},
    vram_mib = ${24_576 * of}, vcpus = ${4.5 * of}, memory_mib = ${8_192 * of}, disk_free_gb = ${100 * of},
    slots_total = ${4 * of}, slots_free = ${3 * of}, price_micro_usd_per_hour = ${of ** 4 * 100_000},
    disk_gb_micro_usd_per_hour = ${of * 100}, cpu_score = ${of * 1_000}, network_down_mbps = ${of * 100},
    isolated = ${isHigh}, compute_capability = ${isHigh ? '9.0' : '8.9'}, cuda = ${isHigh ? '12.10' : '12.9'},
    driver = ${isHigh ? '570.86.15' : '550.54.14'}, pcie_gen = ${3 + of}, pcie_lanes = ${8 * of},
    nvlink_gb_s = ${of * 25.781}, gpu_clock_mhz = ${of * 1_000}, gpu_power_w = ${of * 150.5},
    gpu_tflops_fp32 = ${of * 20.5}, gpu_memory_bandwidth_gb_s = ${of * 450.25},
    arch = ${isHigh ? 'x64' : 'arm64'}, os = ${isHigh ? 'Ubuntu 24.04' : 'Debian GNU/Linux 12'},
    disk_read_mb_s = ${of * 500}, disk_write_mb_s = ${of * 400}, cpu_single_score = ${of * 300},
    memory_bandwidth_mb_s = ${of * 9_000}, network_up_mbps = ${of * 50}, network_rtt_ms = ${of * 10.1},
    country = ${isHigh ? 'US' : 'DE'}, can_volumes = ${isHigh}, can_snapshots = ${isHigh},
    can_clusters = ${isHigh}, min_bid_micro_usd_per_hour = ${of * 1_000}, uptime_percent = ${48.5 * of}, trust_score = ${40 * of}, ready_s = ${of * 30}
    where machine_id = ${id}`.execute(db)
  await sql`update machines set reservation_days_max = ${of * 5}, reservation_day_basis_points = ${of * 250},
    reservation_week_basis_points = ${of * 500}, reservation_month_basis_points = ${of * 500} where id = ${id}`.execute(
    db,
  )
  await sql`update machines set name = ${name}, enrolled_at = now() - ${of * 10} * interval '1 day'
    where id = ${id}`.execute(db)
  await sql`insert into machine_images values (${id}, ${isHigh ? 'debian:12' : 'debian:13'})`.execute(
    db,
  )
  await sql`insert into model_endpoints (id, machine_id, model_id, generation, engine, input_micro_usd,
      cached_micro_usd, output_micro_usd, slots, report, created_at)
    values (${`mep_${of}`}, ${id}, ${isHigh ? 'org/model-1' : 'org/model-2'}, 1, '{}', 1, 1, ${of * 100}, 1,
      '{"phase": "serving"}', now())`.execute(db)
  await sql`insert into render_machines (machine_id, account_id, enabled, admission, micro_usd_per_reference_hour)
    values (${id}, 'acc_x', true, ${isHigh ? 'admitted' : 'unverified'}, ${of * 1_000})`.execute(db)
}

/** Leaves only what every offer has. */
async function forget({ db }: Market, id: MachineId | undefined): Promise<void> {
  await sql`update offers set visible = true, kind = 'cpu', gpu_model = null, cpu_model = 'Unknown', vram_mib = 0,
    vcpus = 1, memory_mib = 1024, disk_free_gb = 10, slots_total = 1, slots_free = 1, isolated = true,
    price_micro_usd_per_hour = 1000000, disk_gb_micro_usd_per_hour = 150, cpu_score = 0, network_down_mbps = 0,
    compute_capability = null, cuda = null, driver = null, pcie_gen = null, pcie_lanes = null, nvlink_gb_s = null,
    gpu_tflops_fp32 = null, gpu_memory_bandwidth_gb_s = null, gpu_clock_mhz = null, gpu_power_w = null, arch = null, os = null, disk_read_mb_s = null,
    disk_write_mb_s = null, cpu_single_score = null, memory_bandwidth_mb_s = null, network_up_mbps = null,
    network_rtt_ms = null, country = null, can_volumes = null, can_snapshots = null, can_clusters = null,
    uptime_percent = null, trust_score = null, ready_s = null where machine_id = ${id}`.execute(db)
  await sql`update machines set name = 'gamma', enrolled_at = now() - interval '15 days'
    where id = ${id}`.execute(db)
}
