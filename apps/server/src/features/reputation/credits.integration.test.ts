import { describe, expect, it } from 'vitest'
import { accountIdOf, anOrder } from '../../../test/instances.ts'
import { aHello } from '../../../test/messages.ts'
import { type ReputationFixture, withReputation } from '../../../test/reputation.ts'
import { allFeatures, noFeatures } from '../../platform/all-features.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { destroyInstance } from '../instances/destroy-instance.ts'
import { orderInstance } from '../instances/order-instance.ts'
import { readInstanceReceipt } from '../instances/read-instance-receipt.ts'
import { readBalance, readBill } from '../ledger/index.ts'
import { changeMachine } from '../machines/change-machine.ts'
import { createReservation } from '../reservations/create-reservation.ts'
import { reservationsFeature } from '../reservations/index.ts'
import { listCredits } from './credits/list-credits.ts'

describe('an outage', () => {
  it('pays back each of its seconds as soon as it ends, once, and tells both sides', async () => {
    await using site = await withReputation()
    const { id, up } = await rented(site)
    const before = await balanceOf(site)
    await site.fallSilent()
    await site.clock.advance(269_000)
    await site.say(aHello({ instances: [up] }))
    for (const _ of [1, 2]) await site.deliver()
    const { credits, credited_micro_usd } = await readInstanceReceipt(site.renter, id)
    expect(credits).toMatchObject([
      { reason: 'outage', seconds: 299, micro_usd: 299_000, paid_micro_usd: 299_000 },
    ])
    expect(credited_micro_usd).toBe(299_000)
    expect((await balanceOf(site)) - before).toBe(299_000)
    expect(await site.notices(accountIdOf(site.renter))).toContainEqual(
      expect.stringContaining('the machine was offline for 4 min 59 s. You get $0.299 back'),
    )
    expect(await listCredits(site.provider, site.machineId)).toMatchObject([
      { reason: 'outage', text: 'Credit: the machine was offline for 4 min 59 s.' },
    ])
    await site.expectCleanLedger()
  })

  it('is on both bills: the renter pays the charges less the credit, and the provider earns less', async () => {
    await using site = await withReputation()
    const { id, up } = await rented(site)
    await site.fallSilent()
    await site.clock.advance(269_000)
    await site.say(aHello({ instances: [up] }))
    await site.deliver()
    const { total_micro_usd: charged } = await readInstanceReceipt(site.renter, id)
    const credited = 299_000
    const bill = await billOf(site, site.renter)
    expect(bill).toMatchObject({
      ...{ spent_micro_usd: charged - credited, credited_micro_usd: credited },
      items: [{ instance_id: id, spent_micro_usd: charged - credited }],
    })
    const provided = await billOf(site, site.provider)
    const { earned_micro_usd, fee_micro_usd, paid_back_micro_usd } = provided
    expect(paid_back_micro_usd).toBe(credited)
    expect(earned_micro_usd + fee_micro_usd).toBe(charged - credited)
    const provider = accountIdOf(site.provider)
    const balance = await readBalance(site.ctx, provider, noFeatures)
    expect(earned_micro_usd).toBe(balance.earned_micro_usd)
    await site.expectCleanLedger()
  })

  it('never pays back more than the rental has cost, and the rest as it is charged', async () => {
    await using site = await withReputation()
    const { id, up } = await rented(site, 60)
    await site.fallSilent()
    await site.clock.advance(3_600_000)
    await site.say(aHello({ instances: [up] }))
    await site.deliver()
    const first = await readInstanceReceipt(site.renter, id)
    expect(first.credited_micro_usd).toBe(first.total_micro_usd)
    expect(first.credits[0]?.micro_usd).toBeGreaterThan(3_600_000)
    await site.pass(120, up)
    const later = await readInstanceReceipt(site.renter, id)
    expect(later.total_micro_usd).toBeGreaterThan(first.total_micro_usd)
    expect(later.credited_micro_usd).toBe(later.total_micro_usd)
    await site.expectCleanLedger()
  })

  it('pays nothing back that is shorter than two minutes, or that a stop was requested before', async () => {
    await using site = await withReputation()
    const { id, up } = await rented(site)
    await site.fallSilent()
    await site.say(aHello({ instances: [up] }))
    await destroyInstance(site.renter, id)
    await site.clock.advance(1_000_000)
    await site.fallSilent()
    await site.say(aHello({ instances: [{ ...up, phase: 'destroyed', observed_generation: 2 }] }))
    await site.deliver()
    expect(await readInstanceReceipt(site.renter, id)).toMatchObject({ credits: [] })
  })

  it('pays nothing back for an instance on a reservation, whose days are refunded instead', async () => {
    await using site = await withReputation()
    const { id: offerId } = await site.offerOf(site.machineId)
    await changeMachine(site.provider, site.machineId, { reservation_terms: oneDay })
    const keySpendOf = allFeatures([reservationsFeature]).keySpend
    const renter = { ...(await site.account(1_000_000_000)), keySpendOf }
    const { id: reservation_id } = await createReservation(renter, {
      ...{ offer_id: offerId, slots: 1, days: 1, at_end: 'stop' },
    })
    const { id } = await orderInstance(renter, anOrder(offerId, { reservation_id }), undefined)
    const up = await site.pass(600, site.report(id, { ready: true }))
    await site.deliver()
    await site.fallSilent()
    await site.clock.advance(3_600_000)
    await site.say(aHello({ instances: [up] }))
    await site.deliver()
    expect(await readInstanceReceipt(renter, id)).toMatchObject({
      ...{ credits: [], credited_micro_usd: 0 },
    })
    expect(await site.facts()).toContainEqual(
      expect.objectContaining({ kind: 'rental', cause: 'outage' }),
    )
    await site.expectCleanLedger()
  })

  it('pays nothing back to who shares a company with the provider', async () => {
    await using site = await withReputation()
    const { id, up } = await rented(site)
    await site.relate()
    await site.fallSilent()
    await site.clock.advance(600_000)
    await site.say(aHello({ instances: [up] }))
    await site.deliver()
    expect(await readInstanceReceipt(site.renter, id)).toMatchObject({ credits: [] })
  })
})

describe('a slow start', () => {
  it('pays back the seconds beyond the promise, from the first charges on', async () => {
    await using site = await withReputation()
    const { id } = await site.order()
    await site.clock.advance(240_000)
    await site.heartbeat([site.report(id, { phase: 'running' })])
    await site.deliver()
    const start = await readInstanceReceipt(site.renter, id)
    expect(start.credits).toMatchObject([{ reason: 'slow_start', seconds: 60, paid_micro_usd: 0 }])
    await site.pass(120, site.report(id, { ready: true }))
    const { credits } = await readInstanceReceipt(site.renter, id)
    expect(credits).toMatchObject([{ micro_usd: 60_000, paid_micro_usd: 60_000 }])
    await site.expectCleanLedger()
  })

  it('is not the time of a pull, which depends on the image', async () => {
    await using site = await withReputation()
    const { id } = await site.order()
    await site.heartbeat([site.report(id, { phase: 'pulling' })])
    await site.clock.advance(900_000)
    await site.heartbeat([site.report(id, { phase: 'creating' })])
    await site.clock.advance(10_000)
    await site.heartbeat([site.report(id, { phase: 'running' })])
    await site.deliver()
    expect(await readInstanceReceipt(site.renter, id)).toMatchObject({ credits: [] })
  })
})

describe('a figure below the advertised one', () => {
  it('pays back its share of what a rental of the higher figure has cost, once', async () => {
    await using site = await withReputation()
    await measured(site, 1_000)
    const { id } = await rented(site, 120)
    const before = (await readInstanceReceipt(site.renter, id)).total_micro_usd
    await measured(site, 800)
    await measured(site, 600)
    await site.deliver()
    const { credits } = await readInstanceReceipt(site.renter, id)
    expect(credits).toMatchObject([
      { reason: 'below_advertised', percent: 20, micro_usd: Math.floor(before / 5) },
    ])
    await site.expectCleanLedger()
  })

  it('pays nothing back that renters’ own load explains, or within ten percent', async () => {
    await using site = await withReputation()
    await measured(site, 1_000)
    const { id } = await rented(site, 120)
    await measured(site, 500, { underLoad: true })
    await measured(site, 490)
    await site.deliver()
    expect(await readInstanceReceipt(site.renter, id)).toMatchObject({ credits: [] })
  })
})

it('is paid once although the process dies before its commit', async () => {
  await using site = await withReputation()
  const { id, up } = await rented(site)
  await site.fallSilent()
  await site.clock.advance(300_000)
  await site.say(aHello({ instances: [up] }))
  const { transact } = site.ctx
  let died = 0
  const dying = {
    ...site.ctx,
    transact: <T>(work: Parameters<typeof transact<T>>[0]) =>
      transact<T>(async (tx) => {
        const made = await work(tx)
        const { credits } = await readInstanceReceipt({ ...site.renter, ...within(tx) }, id)
        if (credits.length > 0 && died++ === 0) throw new TypeError('the process died')
        return made
      }),
  }
  await site.deliver(dying)
  expect(died).toBe(1)
  expect(await readInstanceReceipt(site.renter, id)).toMatchObject({ credits: [] })
  await site.clock.advance(10_000)
  for (const _ of [1, 2]) await site.deliver()
  expect((await readInstanceReceipt(site.renter, id)).credits).toHaveLength(1)
  await site.expectCleanLedger()
})

/** Reservations of a day, without a discount. */
const oneDay = {
  days_max: 1,
  day_discount_basis_points: 0,
  week_discount_basis_points: 0,
  month_discount_basis_points: 0,
}

/** An instance that was charged for some minutes. */
async function rented(site: ReputationFixture, seconds = 600) {
  const id = await site.running()
  const up = await site.pass(seconds, site.report(id, { ready: true }))
  await site.deliver()
  return { id, up }
}

function billOf(site: ReputationFixture, of: Ctx) {
  return readBill(site.ctx, accountIdOf(of), { month: undefined, all: noFeatures })
}

/** With the hold, which the machine's return renews. */
async function balanceOf(site: ReputationFixture): Promise<number> {
  const renter = accountIdOf(site.renter)
  const { available_micro_usd, held_micro_usd } = await readBalance(site.ctx, renter, noFeatures)
  return available_micro_usd + held_micro_usd
}

async function measured(
  site: ReputationFixture,
  value: number,
  { underLoad = false }: { underLoad?: boolean } = {},
): Promise<void> {
  await site.clock.advance(1_000)
  await site.say({
    kind: 'benchmark',
    benchmark: {
      kind: 'cpu_multi_mops',
      value,
      measured_at: site.clock.now().toISOString(),
      under_load: underLoad,
    },
  })
}

/** Reads within a transaction. */
function within(tx: Tx): Pick<Ctx, 'db' | 'transact'> {
  return { db: tx.db, transact: (work) => work(tx) }
}
