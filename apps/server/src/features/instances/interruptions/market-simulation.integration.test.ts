import { agentPath } from '@gridloom/contract/agent/call'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { bidMinimumRunS } from '@gridloom/contract/core/constants'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertApiKey } from '../../../../test/api-keys.ts'
import { accountIdOf, anOrder, withInstances } from '../../../../test/instances.ts'
import { aHeartbeat } from '../../../../test/messages.ts'
import { changeMachine } from '../../machines/change-machine.ts'
import { destroyInstance } from '../destroy-instance.ts'
import { orderInstance } from '../order-instance.ts'
import { applyInterruptions } from './apply-interruptions.ts'
import { clearAllBids } from './clear-bids.ts'

const floor = 360_000
const tickMs = 28_000
const slotsOfMachines = [1, 2, 4]

it.each([
  { seed: 7, ticks: 60, onDemand: true },
  { seed: 11, ticks: 100, onDemand: false },
])('keeps the rules of bids, whatever arrives (seed $seed)', async ({ seed, ticks, onDemand }) => {
  await using world = await aMarket(seed)
  for (let tick = 0; tick < ticks; tick++) {
    await world.arrive(onDemand)
    await applyInterruptions(world.fixture.system)
    await world.report()
    const before = await world.bids()
    await clearAllBids(world.fixture.system)
    expectOrder(before, await world.bids(), world.fixture.clock.now())
    await world.expectNoDoubleSale()
    if (!onDemand) await world.expectMinimumRuns()
    await world.fixture.clock.advance(tickMs)
  }
  await world.expectPaid()
  await world.fixture.expectCleanLedger()
})

interface MarketBid {
  id: InstanceId
  offer_id: string
  slots: number
  bid: number
  pays: number
  held: boolean
  taken_at: Date
  capacity: number
  cleared_at: Date | null
}

/** Right after a clearing no bid that waited is higher than one that runs on, and nobody pays more than they bid. */
function expectOrder(before: readonly MarketBid[], after: readonly MarketBid[], now: Date): void {
  for (const bid of after) expect(bid.pays).toBeLessThanOrEqual(bid.bid)
  const isProtected = ({ taken_at }: MarketBid) =>
    now.getTime() - taken_at.getTime() < bidMinimumRunS * 1_000
  for (const waiting of after.filter(({ held, slots, capacity }) => !held && slots <= capacity)) {
    if (waiting.cleared_at?.getTime() !== now.getTime()) continue
    const lower = after.filter(
      (other) =>
        other.offer_id === waiting.offer_id &&
        other.held &&
        !isProtected(other) &&
        other.bid < waiting.bid &&
        before.some(({ id, held }) => id === other.id && held),
    )
    expect(lower).toEqual([])
  }
}

async function aMarket(seed: number) {
  const fixture = await withInstances({ cpuSlots: slotsOfMachines[0] ?? 1, minBid: floor })
  const { db, clock, agents } = fixture
  const random = randomOf(seed)
  const renter = await fixture.account(2_000_000_000)
  await insertApiKey(renter, { accountId: accountIdOf(renter), budgetMicroUsd: null })
  const machines: MachineId[] = [fixture.machineId]
  for (const cpu_slots of slotsOfMachines.slice(1)) {
    const id = await fixture.machine({}, `box ${cpu_slots}`)
    const { pricing } = await changeMachine(fixture.provider, fixture.machineId, {})
    await changeMachine(fixture.provider, id, {
      ...{ pricing, cpu_slots, min_bid_micro_usd_per_hour: floor },
    })
    agents.connections.add(id)
    machines.push(id)
  }
  const offers = await Promise.all(machines.map((id) => fixture.offerOf(id)))
  const counted = new Map<InstanceId, { ready_s: number; stopped_s: number }>()
  let lastMs = clock.now().getTime()

  /** What each machine was told last, which it does at once. */
  async function specs(): Promise<{ spec: InstanceSpec; machineId: MachineId; slots: number }[]> {
    const { rows } = await sql<{ id: InstanceId; machine_id: MachineId; slots: number }>`
      select id, machine_id, slots from instances where state <> 'destroyed' order by id`.execute(
      db,
    )
    return rows.flatMap(({ id, machine_id: machineId, slots }) => {
      const path = agentPath(instanceCalls.apply, { id })
      const sent = agents.called
        .filter((call) => call.path === path)
        .map(({ body }) => InstanceSpec.parse(body))
      const spec = sent.toSorted((a, b) => b.generation - a.generation)[0]
      return spec === undefined ? [] : [{ spec, machineId, slots }]
    })
  }

  /** Waits for the specs that were begun beside requests: each machine has all that it may start. */
  async function sent(): Promise<void> {
    await expect
      .poll(async () => {
        const { rows } = await sql<{ id: InstanceId; generation: number }>`
          select id, generation from instances
          where state <> 'destroyed' and not (awaits_slots and desired = 'running')`.execute(db)
        const told = new Map((await specs()).map(({ spec }) => [spec.instance_id, spec.generation]))
        return rows.filter(({ id, generation }) => (told.get(id) ?? 0) < generation)
      })
      .toEqual([])
  }

  return {
    fixture,
    /** A bid, an order at the full price, or the end of an instance. */
    async arrive(onDemand: boolean) {
      const dice = random(10)
      const { rows } = await sql<{ id: InstanceId }>`select id from instances
        where desired <> 'destroyed' order by created_at, id`.execute(db)
      if (dice === 0 && random(2) === 0 && rows.length > 0) {
        const chosen = rows[random(rows.length)]
        if (chosen !== undefined) await destroyInstance(renter, chosen.id)
        return
      }
      const offer = offers[random(offers.length)]
      if (offer === undefined) return
      const bid =
        onDemand && dice > 7 ? {} : { bid_micro_usd_per_hour: floor + random(9) * 200_000 }
      const order = anOrder(offer.id, { slots: 1 + random(offer.slots_total), ...bid })
      try {
        await orderInstance(renter, order, undefined)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        expect(['offer_taken', 'outbid']).toContain(error.code)
      }
      // Specs are sent beside the requests that cause them.
      await sent()
    },
    /** Each machine reports that it is in the state that it was told. */
    async report() {
      await sent()
      const passedS = (clock.now().getTime() - lastMs) / 1_000
      lastMs = clock.now().getTime()
      const told = await specs()
      for (const machineId of machines) {
        const instances = told
          .filter((one) => one.machineId === machineId)
          .map(({ spec }) => {
            const count = counted.get(spec.instance_id) ?? { ready_s: 0, stopped_s: 0 }
            if (spec.desired === 'running') count.ready_s += passedS
            if (spec.desired === 'stopped') count.stopped_s += passedS
            counted.set(spec.instance_id, count)
            return fixture.report(spec.instance_id, {
              ...count,
              phase: spec.desired,
              ready: spec.desired === 'running',
              observed_generation: spec.generation,
            })
          })
        await fixture.say(aHeartbeat({ instances }), machineId)
      }
      await applyInterruptions(fixture.system)
      await sent()
    },
    async bids(): Promise<MarketBid[]> {
      const { rows } = await sql<MarketBid>`
        select i.id, r.offer_id, r.slots, i.bid_micro_usd_per_hour as bid, r.slots_held and r.interrupted_at is null as held,
          (coalesce(i.next_micro_usd_per_hour, i.running_micro_usd_per_hour) / i.slots)::bigint as pays,
          r.taken_at, o.slots_free as capacity, o.bids_cleared_at as cleared_at
        from instances i join rentals r on r.instance_id = i.id join offers o on o.id = r.offer_id
        where i.bid_micro_usd_per_hour is not null and (i.desired = 'running'
          or (i.desired = 'stopped' and i.reason ->> 'code' = 'interrupted' and i.resumes))`.execute(
        db,
      )
      return rows
    },
    /** On no machine more slots run than it has, and the offers count what their slots say. */
    async expectNoDoubleSale() {
      const running = (await specs()).filter(({ spec }) => spec.desired === 'running')
      for (const [at, machineId] of machines.entries()) {
        const used = running.filter((one) => one.machineId === machineId)
        const slots = used.reduce((sum, one) => sum + one.slots, 0)
        expect(slots).toBeLessThanOrEqual(slotsOfMachines[at] ?? 0)
      }
      const { rows } = await sql`select o.id from offers o where (slots_free, slots_bid) <> (
        select count(*) filter (where s.instance_id is null or r.bid_micro_usd_per_hour is not null),
          count(*) filter (where r.bid_micro_usd_per_hour is not null)
        from slots s left join rentals r on r.instance_id = s.instance_id where s.offer_id = o.id)`.execute(
        db,
      )
      expect(rows).toEqual([])
    },
    /** Where only bids compete, no instance is interrupted in its first 15 minutes. */
    async expectMinimumRuns() {
      const { rows } = await sql`select instance_id from rentals
        where interrupted_at < taken_at + make_interval(secs => ${bidMinimumRunS})`.execute(db)
      expect(rows).toEqual([])
    },
    /** Each interval is paid at a price between the floor and the bid; something was interrupted at all. */
    async expectPaid() {
      const { rows } = await sql<{ low: number; high: number; intervals: number }>`
        select count(*) filter (where u.micro_usd_per_hour < ${floor} * i.slots)::int as low,
          count(*) filter (where u.micro_usd_per_hour > i.bid_all_micro_usd_per_hour)::int as high,
          count(*)::int as intervals
        from usage_intervals u join instances i on i.id = u.instance_id
        where u.kind = 'running' and i.bid_micro_usd_per_hour is not null`.execute(db)
      expect(rows[0]).toMatchObject({ low: 0, high: 0 })
      expect(rows[0]?.intervals).toBeGreaterThan(10)
      // Not every run has an instance that returns, which the tests beside this one show.
      const { rows: told } = await sql`
        select 1 from instance_events where kind = 'stopped' and cause = 'interrupted'`.execute(db)
      expect(told.length).toBeGreaterThan(0)
    },
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}

/** A deterministic source of whole numbers below a bound (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
