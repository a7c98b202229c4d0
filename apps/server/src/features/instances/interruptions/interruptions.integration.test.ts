import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertApiKey } from '../../../../test/api-keys.ts'
import {
  accountIdOf,
  anOrder,
  type InstancesFixture,
  specsOf,
  withInstances,
} from '../../../../test/instances.ts'
import { allFeatures } from '../../../platform/all-features.ts'
import { readBalance } from '../../ledger/index.ts'
import { changeMachine } from '../../machines/change-machine.ts'
import { cancelReservation } from '../../reservations/cancel-reservation.ts'
import { createReservation } from '../../reservations/create-reservation.ts'
import { reservationsFeature } from '../../reservations/index.ts'
import { changeInstance } from '../change-instance.ts'
import { destroyInstance } from '../destroy-instance.ts'
import { listInstanceEvents } from '../events/list-events.ts'
import { loseSilent } from '../lose-silent.ts'
import { orderInstance } from '../order-instance.ts'
import { readInstance } from '../read-instance.ts'
import { readInstanceReceipt } from '../read-instance-receipt.ts'
import { readSpendRate } from '../read-spend-rate.ts'
import { startInstance } from '../start-instance.ts'
import { stopInstance } from '../stop-instance.ts'
import { applyInterruptions } from './apply-interruptions.ts'
import { clearAllBids } from './clear-bids.ts'

/** On demand a slot costs 3,600,000 an hour, which is 1,000 a second; its disk, while stopped, 100 a second. */
const floor = 360_000

describe('a bid', () => {
  it('costs the floor while it is alone, and holds what it may cost at most', async () => {
    await using fixture = await market({ cpuSlots: 2 })
    const id = await fixture.running({ bid_micro_usd_per_hour: 1_800_000 })
    expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 450_000 })
    await fixture.pass(60, fixture.report(id, { ready: true }))
    const { cost_micro_usd, bid } = await readInstance(fixture.renter, id)
    expect(cost_micro_usd).toBe(60 * 100)
    expect(bid).toMatchObject({
      max_micro_usd_per_hour: 1_800_000,
      paid_micro_usd_per_hour: floor,
      interrupted_at: null,
    })
    await fixture.expectCleanLedger()
  })

  it('is refused where it is too low, too high or not accepted', async () => {
    await using fixture = await market()
    await expect(fixture.order({ bid_micro_usd_per_hour: floor - 1 })).rejects.toMatchObject({
      fields: { bid_micro_usd_per_hour: expect.stringContaining('The lowest bid here is') },
    })
    await expect(fixture.order({ bid_micro_usd_per_hour: 3_600_001 })).rejects.toMatchObject({
      fields: { bid_micro_usd_per_hour: expect.stringContaining('a bid cannot be higher') },
    })
    await using closed = await withInstances()
    await expect(closed.order({ bid_micro_usd_per_hour: floor })).rejects.toMatchObject({
      fields: { bid_micro_usd_per_hour: 'This machine does not accept bids.' },
    })
  })

  it('loses to an equal one that was placed before, and is told what would win', async () => {
    await using fixture = await market()
    const other = await fixture.account(4_000_000)
    const both = await Promise.allSettled([
      fixture.order({ bid_micro_usd_per_hour: 720_000 }),
      fixture.order({ bid_micro_usd_per_hour: 720_000 }, other),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [refused] = both.filter((one) => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'outbid' })
    await expect(fixture.order({ bid_micro_usd_per_hour: 1_000_000 }, other)).rejects.toMatchObject(
      { code: 'outbid', publicText: expect.stringContaining('first 15 minutes') },
    )
  })

  it('takes the slots of a lower one after its first 15 minutes, which then sets the price', async () => {
    await using fixture = await market()
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    const report = await fixture.pass(900, fixture.report(low, { ready: true }))
    const other = await fixture.account(4_000_000)
    await expect(fixture.order({ bid_micro_usd_per_hour: 720_000 }, other)).rejects.toMatchObject({
      publicText: expect.stringContaining('A bid of $0.720001/h'),
    })
    const high = await fixture.order({ bid_micro_usd_per_hour: 1_000_000 }, other)
    expect(high.reason).toMatchObject({ code: 'awaiting_slots' })
    await interruptionOf(fixture, low, report)
    await fixture.clock.advance(60_000)
    await fixture.heartbeat([fixture.report(high.id, { ready: true })])
    await clearAllBids(fixture.system)
    const { bid } = await readInstance(other, high.id)
    expect(bid).toMatchObject({ paid_micro_usd_per_hour: 720_000 })
  })
})

describe('a bid of the provider itself', () => {
  it('is refused, displaces nobody, and leaves the price that others pay', async () => {
    await using fixture = await market()
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    await fixture.pass(900, fixture.report(low, { ready: true }))
    const own = fixture.order(
      { bid_micro_usd_per_hour: 1_000_000 },
      { ...fixture.renter, actor: fixture.provider.actor },
    )
    await expect(own).rejects.toMatchObject({ code: 'invalid_input' })
    await clearAllBids(fixture.system)
    await applyInterruptions(fixture.system)
    expect(await fixture.row(low)).toMatchObject({ desired: 'running', interrupted_at: null })
    const { bid } = await readInstance(fixture.renter, low)
    expect(bid).toMatchObject({ paid_micro_usd_per_hour: floor })
    await fixture.expectCleanLedger()
  })
})

describe('an order at the full price', () => {
  it('interrupts the lowest bid with 30 s of notice, and starts when its machine has stopped it', async () => {
    await using fixture = await market({ cpuSlots: 2 })
    const high = await fixture.running({ bid_micro_usd_per_hour: 1_800_000 })
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    await fixture.heartbeat([fixture.report(high, { ready: true })])
    expect(await fixture.slotsFree()).toBe(2)
    const other = await fixture.account(4_000_000)
    const order = await fixture.order({}, other)
    expect(order).toMatchObject({ state: 'requested', reason: { code: 'awaiting_slots' } })
    expect(await fixture.slotsFree()).toBe(1)

    await applyInterruptions(fixture.system)
    const at = new Date(fixture.clock.now().getTime() + 30_000).toISOString()
    const warned = await readInstance(fixture.renter, low)
    expect(warned).toMatchObject({ state: 'running', bid: { interrupted_at: at } })
    await expect
      .poll(() => specsOf(fixture, low).at(-1))
      .toMatchObject({
        desired: 'running',
        interruption: { at, signal: 'none' },
      })
    expect(await eventKinds(fixture, low)).toContain('interrupting')
    expect((await readInstance(fixture.renter, high)).bid).toMatchObject({ interrupted_at: null })

    await fixture.clock.advance(29_000)
    await applyInterruptions(fixture.system)
    expect(await fixture.row(low)).toMatchObject({ desired: 'running' })
    await fixture.clock.advance(1_000)
    await applyInterruptions(fixture.system)
    expect(await fixture.row(low)).toMatchObject({ desired: 'stopped', state: 'stopping' })
    expect(specsOf(fixture, order.id)).toEqual([])

    await fixture.heartbeat([
      fixture.report(low, { phase: 'stopped', observed_generation: 3 }),
      fixture.report(high, { ready: true }),
    ])
    expect(await readInstance(fixture.renter, low)).toMatchObject({
      state: 'stopped',
      reason: { code: 'interrupted' },
      bid: { waits: true, interrupted_at: null },
    })
    await applyInterruptions(fixture.system)
    await expect.poll(() => specsOf(fixture, order.id)).toHaveLength(1)
    expect((await readInstance(other, order.id)).reason).toBeNull()
    await fixture.expectCleanLedger()
  })

  it('is not charged while it waits, and never counts as lost', async () => {
    await using fixture = await market()
    await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    const other = await fixture.account(4_000_000)
    const { id } = await fixture.order({}, other)
    const low = await lowOf(fixture)
    await fixture.pass(60, fixture.report(low, { ready: true }))
    await loseSilent(fixture.system)
    expect(await readInstance(other, id)).toMatchObject({ state: 'requested', cost_micro_usd: 0 })
  })

  it('gets the slots of one bid once, when two arrive together', async () => {
    await using fixture = await market()
    await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    const [one, other] = [await fixture.account(4_000_000), await fixture.account(4_000_000)]
    const both = await Promise.allSettled([fixture.order({}, one), fixture.order({}, other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [refused] = both.filter((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'offer_taken' })
    expect(await slotCounts(fixture)).toEqual({ slots_free: 0, slots_bid: 0 })
  })

  it('gives the slot back to the instance that still runs on it, when it is destroyed before', async () => {
    await using fixture = await market()
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    const other = await fixture.account(4_000_000)
    const { id } = await fixture.order({}, other)
    await applyInterruptions(fixture.system)
    await destroyInstance(other, id)
    await fixture.heartbeat([
      fixture.report(low, { ready: true, observed_generation: 2 }),
      fixture.report(id, { phase: 'destroyed', observed_generation: 2 }),
    ])
    expect(await slotCounts(fixture)).toEqual({ slots_free: 1, slots_bid: 1 })
    // The next order still waits for it.
    const next = await fixture.order({}, other)
    expect(next.reason).toMatchObject({ code: 'awaiting_slots' })
    await interruptionOf(fixture, low, fixture.report(low, { ready: true }))
    await expect.poll(() => specsOf(fixture, next.id)).toHaveLength(1)
    expect(await slotCounts(fixture)).toEqual({ slots_free: 0, slots_bid: 0 })
  })

  it('waits for a machine that dies during the notice, and starts there after it is back', async () => {
    await using fixture = await market()
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    const other = await fixture.account(4_000_000)
    const { id } = await fixture.order({}, other)
    await applyInterruptions(fixture.system)
    fixture.agents.connections.delete(fixture.machineId)
    await fixture.clock.advance(31_000)
    await sql`update machines set status = 'offline'`.execute(fixture.db)
    await loseSilent(fixture.system)
    expect(await fixture.row(low)).toMatchObject({ state: 'lost' })
    expect(await fixture.row(id)).toMatchObject({ state: 'lost' })
    await applyInterruptions(fixture.system)
    expect(await fixture.row(low)).toMatchObject({ state: 'lost', desired: 'stopped' })

    fixture.agents.connections.add(fixture.machineId)
    await sql`update machines set status = 'online'`.execute(fixture.db)
    await fixture.heartbeat([fixture.report(low, { ready: true, observed_generation: 2 })])
    expect(specsOf(fixture, id)).toEqual([])
    await fixture.heartbeat([fixture.report(low, { phase: 'stopped', observed_generation: 3 })])
    await applyInterruptions(fixture.system)
    await expect.poll(() => specsOf(fixture, id).length).toBeGreaterThan(0)
    await fixture.heartbeat([
      fixture.report(low, { phase: 'stopped', observed_generation: 3 }),
      fixture.report(id, { ready: true }),
    ])
    expect(await readInstance(other, id)).toMatchObject({ state: 'running' })
    await fixture.expectCleanLedger()
  })
})

describe('an interrupted instance', () => {
  it('keeps its disk, starts again when its bid wins, and costs the right sum', async () => {
    await using fixture = await market()
    const other = await fixture.account(4_000_000)
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    const ran = await fixture.pass(60, fixture.report(low, { ready: true }))
    const order = await fixture.order({}, other)
    const stopped = await interruptionOf(fixture, low, ran)
    await fixture.heartbeat([stopped, fixture.report(order.id, { ready: true })])
    await clearAllBids(fixture.system)
    expect(await fixture.row(low)).toMatchObject({ state: 'stopped', desired: 'stopped' })
    // What waits has its disk on hold at most, not its bid: an hour of the disk is 360,000.
    const waiting = await fixture.money(low)
    expect(waiting?.heldMicroUsd).toBeLessThanOrEqual(100 * 900)
    await fixture.clock.advance(5_000)
    await fixture.heartbeat([
      { ...stopped, stopped_s: 5 },
      fixture.report(order.id, { ready: true }),
    ])
    await destroyInstance(other, order.id)
    await fixture.clock.advance(55_000 - 30_000)
    await fixture.heartbeat([
      { ...stopped, stopped_s: 30 },
      fixture.report(order.id, { phase: 'destroyed', observed_generation: 2 }),
    ])
    await fixture.clock.advance(30_000)
    await fixture.heartbeat([{ ...stopped, stopped_s: 60 }])
    await clearAllBids(fixture.system)
    const row = await fixture.row(low)
    expect(row).toMatchObject({ desired: 'running', restart: 1 })
    const back = { observed_generation: row.generation, phase: 'running' as const, ready: true }
    await fixture.heartbeat([{ ...stopped, ...back, stopped_s: 60 }])
    const said = await fixture.pass(60, { ...stopped, ...back, stopped_s: 60 })
    await stopInstance(fixture.renter, low)
    await fixture.heartbeat([
      { ...said, phase: 'stopped', observed_generation: row.generation + 1 },
    ])

    const receipt = await readInstanceReceipt(fixture.renter, low)
    // 60 s, the notice of 30 s and 60 s at the floor of 100 a second, and 60 s of its disk at 100 a second.
    expect(receipt).toMatchObject({ running_s: 60 + 30 + 60, stopped_s: 60 })
    expect(receipt.total_micro_usd).toBe((60 + 30 + 60) * 100 + 60 * 100)
    expect(await eventKinds(fixture, low)).toEqual(
      expect.arrayContaining(['interrupting', 'stopped', 'start_requested']),
    )
    await fixture.expectCleanLedger()
  })

  it('is interrupted a second time as the first time', async () => {
    await using fixture = await market()
    const other = await fixture.account(8_000_000)
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    for (const generation of [3, 6]) {
      const order = await fixture.order({}, other)
      const said = fixture.report(low, { ready: true, observed_generation: generation - 2 })
      const stopped = await interruptionOf(fixture, low, said)
      await destroyInstance(other, order.id)
      const ended = fixture.report(order.id, { phase: 'destroyed', observed_generation: 2 })
      await fixture.clock.advance(5_000)
      await fixture.heartbeat([stopped, ended])
      await fixture.clock.advance(60_000)
      await fixture.heartbeat([stopped])
      await clearAllBids(fixture.system)
      const observed_generation = (await fixture.row(low)).generation
      expect(observed_generation).toBe(generation + 1)
      await fixture.heartbeat([fixture.report(low, { ready: true, observed_generation })])
    }
    const kinds = await eventKinds(fixture, low)
    expect(kinds.filter((kind) => kind === 'interrupting')).toHaveLength(2)
    await fixture.expectCleanLedger()
  })

  it('counts as interrupted, not as broken, when its program ends on the notice', async () => {
    await using fixture = await market()
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    await fixture.order({}, await fixture.account(4_000_000))
    await applyInterruptions(fixture.system)
    const ended = {
      phase: 'stopped' as const,
      reason: { code: 'exited' as const, text: '', exit_code: 143 },
    }
    await fixture.heartbeat([fixture.report(low, { ...ended, observed_generation: 2 })])
    await fixture.heartbeat([fixture.report(low, { ...ended, observed_generation: 3 })])
    expect(await readInstance(fixture.renter, low)).toMatchObject({
      state: 'stopped',
      reason: { code: 'interrupted' },
      bid: { waits: true },
    })
  })

  it('does not start again once its renter stops it, destroys it, or cannot pay', async () => {
    await using fixture = await market({ cpuSlots: 3, creditMicroUsd: 400_000 })
    const ids = [
      await fixture.running({ bid_micro_usd_per_hour: floor }),
      await fixture.running({ bid_micro_usd_per_hour: floor }),
      // Its disk has less on hold than a start needs.
      await fixture.running({ bid_micro_usd_per_hour: 720_000 }),
    ]
    const other = await fixture.account(8_000_000)
    const order = await fixture.order({ slots: 3 }, other)
    await applyInterruptions(fixture.system)
    await fixture.clock.advance(30_000)
    await applyInterruptions(fixture.system)
    const stopped = ids.map((id) =>
      fixture.report(id, { phase: 'stopped', observed_generation: 3 }),
    )
    await fixture.heartbeat(stopped)
    const [one, two, poor] = ids
    if (one === undefined || two === undefined || poor === undefined) throw new Error('three ran')
    await stopInstance(fixture.renter, one)
    await destroyInstance(fixture.renter, two)
    await destroyInstance(other, order.id)
    const { available } = await balanceOf(fixture)
    await fixture.spend(available)
    await fixture.clock.advance(60_000)
    await fixture.heartbeat([
      ...stopped,
      fixture.report(order.id, { phase: 'destroyed', observed_generation: 2 }),
    ])
    await clearAllBids(fixture.system)
    expect(await fixture.row(one)).toMatchObject({ desired: 'stopped' })
    expect(await fixture.row(two)).toMatchObject({ desired: 'destroyed' })
    expect(await fixture.row(poor)).toMatchObject({ desired: 'stopped', resumes: false })
  })

  it('takes another bid while it is stopped, and starts on demand without one', async () => {
    await using fixture = await market()
    const low = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    const change = (change: Record<string, unknown>) =>
      changeInstance(fixture.renter, { id: low, ...change })
    await expect(change({ bid_micro_usd_per_hour: 900_000 })).rejects.toMatchObject({
      code: 'state_conflict',
    })
    await stopInstance(fixture.renter, low)
    await fixture.heartbeat([fixture.report(low, { phase: 'stopped', observed_generation: 2 })])
    await expect(change({ bid_micro_usd_per_hour: floor - 1 })).rejects.toBeInstanceOf(Refused)
    const raised = await change({ bid_micro_usd_per_hour: 900_000, resumes: false })
    expect(raised.bid).toMatchObject({ max_micro_usd_per_hour: 900_000, resumes: false })
    const onDemand = await change({ bid_micro_usd_per_hour: null })
    expect(onDemand).toMatchObject({ bid: null, running_micro_usd_per_hour: 3_600_000 })
    await startInstance(fixture.renter, low)
    expect(await slotCounts(fixture)).toEqual({ slots_free: 0, slots_bid: 0 })
  })
})

it('charges what ran before a clearing at the price before, and never more than is held', async () => {
  await using fixture = await market({ cpuSlots: 2 })
  const high = await fixture.running({ bid_micro_usd_per_hour: 1_800_000 })
  const low = await fixture.running({ bid_micro_usd_per_hour: 1_080_000 })
  const other = await fixture.account(4_000_000)
  const both = (seconds: number, lowReport: object) => [
    fixture.report(high, { ready: true, ready_s: seconds }),
    fixture.report(low, { ready: true, ready_s: seconds, ...lowReport }),
  ]
  await fixture.clock.advance(5_000)
  await fixture.heartbeat(both(5, {}))
  await fixture.order({}, other)
  await applyInterruptions(fixture.system)
  await fixture.clock.advance(30_000)
  await applyInterruptions(fixture.system)
  const rest = { phase: 'stopped', ready: false, observed_generation: 3 }
  await fixture.heartbeat(both(35, rest))
  // The interrupted bid is the highest that lost: from the next report on it is the price.
  await clearAllBids(fixture.system)
  expect(await fixture.row(high)).toMatchObject({
    running_micro_usd_per_hour: floor,
    next_micro_usd_per_hour: 1_080_000,
  })
  await fixture.clock.advance(5_000)
  await fixture.heartbeat(both(40, rest))
  await fixture.clock.advance(20_000)
  await fixture.heartbeat(both(60, rest))
  const { cost_micro_usd } = await readInstance(fixture.renter, high)
  expect(cost_micro_usd).toBe(40 * 100 + 20 * 300)
  await fixture.expectCleanLedger()
})

describe('a reservation', () => {
  it('takes the slots of a bid after its notice, and each slot is counted once until it ends', async () => {
    await using fixture = await market({ cpuSlots: 1 })
    const { provider, machineId } = fixture
    await changeMachine(provider, machineId, { reservation_terms: terms })
    const other = await reserverOf(fixture)
    const bid = await fixture.running({ bid_micro_usd_per_hour: 720_000 })
    const report = await fixture.pass(60, fixture.report(bid, { ready: true }))
    const { id: offer_id } = await fixture.offerOf(machineId)
    const { id: reservation_id } = await createReservation(other, {
      ...{ offer_id, slots: 1, days: 1, at_end: 'stop' },
    })
    expect(await slotCounts(fixture)).toEqual({ slots_free: 0, slots_bid: 0 })
    const order = (parts: Record<string, unknown>) =>
      orderInstance(other, anOrder(offer_id, parts), undefined)
    await expect(order({})).rejects.toMatchObject({ code: 'offer_taken' })
    await expect(order({ reservation_id })).rejects.toMatchObject({ code: 'reservation_full' })
    await interruptionOf(fixture, bid, report)
    expect(await slotCounts(fixture)).toEqual({ slots_free: 0, slots_bid: 0 })
    const reserved = await order({ reservation_id })
    expect(reserved.reason).toBeNull()
    await clearAllBids(fixture.system)
    expect(await readInstance(fixture.renter, bid)).toMatchObject({ state: 'stopped' })
    await destroyInstance(other, reserved.id)
    await fixture.heartbeat([
      fixture.report(reserved.id, { phase: 'destroyed', observed_generation: 2 }),
    ])
    await cancelReservation(other, reservation_id)
    expect(await slotCounts(fixture)).toEqual({ slots_free: 1, slots_bid: 0 })
    await fixture.expectCleanLedger()
  })
})

/** No discounts. */
const terms = {
  days_max: 1,
  day_discount_basis_points: 0,
  week_discount_basis_points: 0,
  month_discount_basis_points: 0,
}

async function reserverOf(fixture: InstancesFixture) {
  const account = await fixture.account(1_000_000_000)
  return { ...account, keySpendOf: allFeatures([reservationsFeature]).keySpend }
}

async function market(wanted: { cpuSlots?: number; creditMicroUsd?: number } = {}) {
  const fixture = await withInstances({ minBid: floor, ...wanted })
  // Inserts the account of the renter as well, for which instances start again.
  const accountId = accountIdOf(fixture.renter)
  await insertApiKey(fixture.renter, { accountId, budgetMicroUsd: null })
  return fixture
}

/** Announces, stops and reports the interruption of an instance. Returns the last report. */
async function interruptionOf(
  fixture: InstancesFixture,
  id: InstanceId,
  report: ReturnType<InstancesFixture['report']>,
) {
  await applyInterruptions(fixture.system)
  const warned = await fixture.row(id)
  await fixture.clock.advance(30_000)
  await applyInterruptions(fixture.system)
  const ready_s = report.ready_s + 30
  const { generation } = await fixture.row(id)
  expect([warned.interrupted_at, generation]).not.toContain(null)
  const stopped = {
    ...report,
    ...{ phase: 'stopped' as const, ready: false, ready_s, observed_generation: generation },
  }
  await fixture.heartbeat([stopped])
  await applyInterruptions(fixture.system)
  return stopped
}

async function lowOf({ db }: InstancesFixture): Promise<InstanceId> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from instances where bid_micro_usd_per_hour is not null`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('no instance has a bid')
  return row.id
}

async function slotCounts({ db }: InstancesFixture) {
  const { rows } = await sql`select slots_free, slots_bid from offers`.execute(db)
  return rows[0]
}

async function eventKinds(fixture: InstancesFixture, id: InstanceId): Promise<string[]> {
  const { events } = await listInstanceEvents(fixture.renter, id, { limit: 100 })
  return events.map(({ kind }) => kind).toReversed()
}

async function balanceOf(fixture: InstancesFixture) {
  const balance = await readBalance(fixture.renter, accountIdOf(fixture.renter), {
    spendRate: readSpendRate,
  })
  return { available: balance.available_micro_usd }
}
