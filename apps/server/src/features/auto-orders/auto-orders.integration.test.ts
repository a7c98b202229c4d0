import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertApiKey, withKey } from '../../../test/api-keys.ts'
import { type AutoOrdering, anAutoOrder, withAutoOrdering } from '../../../test/auto-ordering.ts'
import { keptEvents } from '../../../test/business-events.ts'
import { accountIdOf } from '../../../test/instances.ts'
import type { StoredEvent } from '../../platform/business-events/business-event.ts'
import { destroyInstance } from '../instances/destroy-instance.ts'
import { sendAlerts } from '../market/alerts/send-alerts.ts'
import { releaseSlots } from '../market/release-slots.ts'
import { changeAutoOrder } from './change-auto-order.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { deleteAutoOrder } from './delete-auto-order.ts'
import { markMatching } from './mark-matching.ts'
import { noteFailures } from './note-failures.ts'
import { previewAutoOrder } from './preview-auto-order.ts'
import { listAutoOrders, readAutoOrder } from './read-auto-orders.ts'

const signal = new AbortController().signal
const dayMs = 24 * 60 * 60 * 1_000

describe('an automatic order', () => {
  it('rents one instance at its price or below, once, and tells of it', async () => {
    await using site = await withAutoOrdering({ cpuSlots: 3 })
    const { id } = await site.create({ order: { ...anOrdered, label: 'trial' } })
    await site.check()
    await site.check(120)
    const made = await site.read(id)
    expect(made).toMatchObject({ state: 'completed', placed: 1, running: 1 })
    expect(made.instances).toMatchObject([
      { label: 'trial', running_micro_usd_per_hour: 3_600_000, failure: null },
    ])
    expect(await site.instances()).toHaveLength(1)
    expect(await site.notices()).toEqual(['cheap CPUs: rented trial on box for $3.60/h (1 of 1).'])
    expect(await keptEvents(site.db)).toMatchObject([
      { topic: 'auto_order.placed', subject: id, payload: { placed: 1, instances_max: 1 } },
    ])
    await site.expectCleanLedger()
  })

  it('rents nothing above its price, says so, and rents once the price falls', async () => {
    await using site = await withAutoOrdering()
    const { id } = await site.create({ max_price_micro_usd_per_hour: 3_599_999 })
    await site.check()
    expect(await site.read(id)).toMatchObject({
      state: 'waiting',
      text: 'The cheapest match costs $3.60/h, above your $3.599999/h.',
      last_check: { outcome: 'above_price', matches: 1, cheapest_micro_usd_per_hour: 3_600_000 },
    })
    await site.reprice(1_000_000)
    await site.check(60)
    expect(await site.read(id)).toMatchObject({ state: 'completed', placed: 1 })
  })

  it('is due at once when an offer that it matches becomes free, and others are not', async () => {
    await using site = await withAutoOrdering()
    const { id: offerId } = await site.offerOf(site.machineId)
    const held = await site.rent(offerId)
    const { id } = await site.create()
    const other = await site.create({ name: 'GPUs', query: 'kind:gpu' })
    await site.check()
    expect(await site.read(id)).toMatchObject({ last_check: { outcome: 'no_match' } })
    await site.system.transact((tx) => releaseSlots(tx, held.instanceId))
    await site.clock.jump(6_000)
    await deliverFreed(site)
    const dueIds = await dueNow(site)
    expect(dueIds).toContain(id)
    expect(dueIds).not.toContain(other.id)
    await site.check()
    expect(await site.read(id)).toMatchObject({ state: 'completed', placed: 1 })
  })

  it('places one instance when four replicas check it at the same moment', async () => {
    await using site = await withAutoOrdering({ cpuSlots: 4, creditMicroUsd: 40_000_000 })
    const { id } = await site.create()
    await Promise.all(Array.from({ length: 4 }, () => site.checkNow(id)))
    expect(await site.instances()).toHaveLength(1)
    const more = await site.create({ instances_max: 2, name: 'two' })
    await Promise.all(Array.from({ length: 6 }, () => site.checkNow(more.id)))
    await site.check()
    expect(await site.read(more.id)).toMatchObject({ state: 'completed', placed: 2 })
    expect(await site.instances()).toHaveLength(3)
    await site.expectCleanLedger()
  })

  it('places one instance when its process is killed before or after the commit of the order', async () => {
    await using site = await withAutoOrdering({ cpuSlots: 4 })
    const { id } = await site.create()
    await expect(site.checkNow(id, killed(site.system, 'before'))).rejects.toThrow('killed')
    expect(await site.instances()).toHaveLength(0)
    expect(await site.read(id)).toMatchObject({ state: 'waiting', placed: 0 })
    await expect(site.checkNow(id, killed(site.system, 'after'))).rejects.toThrow('killed')
    await site.check(60)
    expect(await site.instances()).toHaveLength(1)
    expect(await site.read(id)).toMatchObject({ state: 'completed', placed: 1 })
    await site.expectCleanLedger()
  })

  it('rents as many as it may in all, and at the same time, with labels of their own', async () => {
    await using site = await withAutoOrdering({ cpuSlots: 4, creditMicroUsd: 40_000_000 })
    const order = { ...anOrdered, label: 'node' }
    const { id } = await site.create({ order, instances_max: 3, running_max: 2 })
    await site.check()
    expect(await site.read(id)).toMatchObject({ placed: 2, state: 'waiting' })
    await site.check(60)
    const waiting = await site.read(id)
    expect(waiting).toMatchObject({ placed: 2, last_check: { outcome: 'enough_running' } })
    const first = waiting.instances.at(-1)
    if (first === undefined) throw new RangeError('an instance was placed')
    await destroyInstance(site.renter, first.instance_id)
    await site.check(60)
    expect(await site.read(id)).toMatchObject({ placed: 3, running: 2, state: 'completed' })
    const labels = (await site.instances()).map(({ label }) => label)
    expect(labels).toEqual(['node-1', 'node-2', 'node-3'])
  })

  it('waits for money, tells so once, and goes on after a top-up', async () => {
    await using site = await withAutoOrdering({ creditMicroUsd: 100_000 })
    const { id } = await site.create()
    await site.check()
    await site.check(60)
    expect(await site.read(id)).toMatchObject({
      state: 'waiting',
      last_check: { outcome: 'balance_too_low' },
    })
    expect(await site.notices()).toHaveLength(1)
    await site.earn(2_000_000)
    await site.check(60)
    expect(await site.read(id)).toMatchObject({ state: 'completed', placed: 1 })
  })

  it('gives its instances shares of its budget as their own', async () => {
    await using site = await withAutoOrdering({ cpuSlots: 4, creditMicroUsd: 40_000_000 })
    const budget = { instances_max: 2, budget_micro_usd: 5_000_001 }
    await site.create(budget)
    await site.check()
    expect(await site.instances()).toMatchObject([{ budget: 2_500_000 }, { budget: 2_500_001 }])
    const tight = await site.create({ name: 'tight', budget_micro_usd: 899_999 })
    await site.check()
    expect(await site.read(tight.id)).toMatchObject({ state: 'paused', pause: 'budget_used' })
    expect(await site.instances()).toHaveLength(2)
  })

  it('expires at its end date, also while it is paused', async () => {
    await using site = await withAutoOrdering()
    const ends_at = new Date(site.clock.now().getTime() + dayMs).toISOString()
    const dear = await site.create({ ends_at, max_price_micro_usd_per_hour: 1 })
    const paused = await site.create({ ends_at, name: 'paused' })
    await changeAutoOrder(site.renter, paused.id, { paused: true })
    await site.check(dayMs / 1_000)
    for (const { id } of [dear, paused])
      expect(await site.read(id)).toMatchObject({ state: 'expired', placed: 0 })
    expect(await site.instances()).toHaveLength(0)
    await expect(
      site.create({ ends_at: new Date(site.clock.now().getTime() + 91 * dayMs).toISOString() }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('an automatic order acts as its user may', () => {
  it('pauses, and tells why, once its user is suspended', async () => {
    await using site = await withAutoOrdering()
    const { id } = await site.create()
    await sql`update accounts set suspended_at = now()
      where id = ${accountIdOf(site.renter)}`.execute(site.db)
    await site.check()
    expect(await site.read(id)).toMatchObject({ state: 'paused', pause: 'not_permitted' })
    expect(await site.instances()).toHaveLength(0)
    const notices = await site.notices()
    expect(notices).toEqual([expect.stringContaining('may not rent for this account any more')])
    const events = await keptEvents(site.db)
    expect(events).toMatchObject([
      { topic: 'auto_order.paused', payload: { pause: 'not_permitted' } },
    ])
  })

  it('pauses once the API key that created it is revoked, or its budget is used up', async () => {
    await using site = await withAutoOrdering({ cpuSlots: 2 })
    const accountId = accountIdOf(site.renter)
    const [revoked, poor] = [
      await insertApiKey(site.system, { accountId, budgetMicroUsd: null }),
      await insertApiKey(site.system, { accountId, budgetMicroUsd: 1_000 }),
    ]
    const one = await site.create({}, withKey(site.renter, revoked))
    const two = await site.create({ name: 'poor' }, withKey(site.renter, poor))
    await sql`update api_keys set revoked_at = now() where id = ${revoked}`.execute(site.db)
    await site.check()
    expect(await site.read(one.id)).toMatchObject({ pause: 'not_permitted' })
    expect(await site.read(two.id)).toMatchObject({ pause: 'key_budget_exceeded' })
    expect(await site.instances()).toHaveLength(0)
  })

  it('is hidden from other accounts, which can neither change nor delete it', async () => {
    await using site = await withAutoOrdering()
    const { id } = await site.create()
    const stranger: AutoOrdersCtx = { ...site.someone(), offerIndex: site.renter.offerIndex }
    const hidden = { code: 'not_found' }
    await expect(readAutoOrder(stranger, id)).rejects.toMatchObject(hidden)
    await expect(changeAutoOrder(stranger, id, { paused: true })).rejects.toMatchObject(hidden)
    await expect(deleteAutoOrder(stranger, id)).rejects.toMatchObject(hidden)
    expect(await listAutoOrders(stranger)).toEqual([])
    expect(await site.read(id)).toMatchObject({ state: 'waiting' })
  })

  it('rents nothing after it was paused or deleted, and its instances stay', async () => {
    await using site = await withAutoOrdering({ cpuSlots: 3, creditMicroUsd: 40_000_000 })
    const { id } = await site.create({ instances_max: 3, running_max: 1 })
    await site.check()
    await changeAutoOrder(site.renter, id, { paused: true, running_max: null })
    await site.check(60)
    expect(await site.read(id)).toMatchObject({ placed: 1, state: 'paused', pause: 'user' })
    await changeAutoOrder(site.renter, id, { paused: false, instances_max: 2 })
    await site.check()
    expect(await site.read(id)).toMatchObject({ placed: 2, state: 'completed' })
    await deleteAutoOrder(site.renter, id)
    await site.check(60)
    expect(await site.instances()).toHaveLength(2)
  })
})

it('pauses after two instances in a row fail for the same reason, until it is resumed', async () => {
  await using site = await withAutoOrdering({ cpuSlots: 4, creditMicroUsd: 40_000_000 })
  const { id } = await site.create({ instances_max: 4, running_max: 1 })
  for (let failed = 0; failed < 2; failed += 1) {
    await site.check(60)
    await fail(site, id)
  }
  expect(await site.read(id)).toMatchObject({
    ...{ state: 'paused', pause: 'instances_failed', placed: 2 },
    instances: [{ failure: 'image_not_found' }, { failure: 'image_not_found' }],
  })
  await site.check(60)
  expect(await site.instances()).toHaveLength(2)
  await changeAutoOrder(site.renter, id, { paused: false })
  await site.check()
  expect(await site.read(id)).toMatchObject({ placed: 3, state: 'waiting' })
})

it('tries the next offer where a machine cannot take the order, and waits if none can', async () => {
  await using site = await withAutoOrdering()
  const { id } = await site.create()
  // The machine goes offline; the index does not know yet.
  await site.renter.offerIndex.current()
  await sql`update machines set status = 'offline'`.execute(site.db)
  await site.check()
  expect(await site.read(id)).toMatchObject({
    state: 'waiting',
    last_check: {
      outcome: 'offers_taken',
      text: 'No machine took the order. The machine is offline.',
    },
  })
})

it('orders nothing where the provider raised the price since the offer was found', async () => {
  await using site = await withAutoOrdering()
  const { id } = await site.create()
  // The whole price is read under the lock of the slots.
  const raised: AutoOrdersCtx = {
    ...site.system,
    async transact(work) {
      const dearer = 3_600_001
      await sql`update offers set slot_micro_usd_per_hour = ${dearer}`.execute(site.db)
      return site.system.transact(work)
    },
  }
  await site.checkNow(id, raised)
  expect(await site.instances()).toHaveLength(0)
  expect(await site.read(id)).toMatchObject({ state: 'waiting', placed: 0 })
  expect(await site.slotsFree()).toBe(1)
  await site.expectCleanLedger()
})

it('previews how many offers match, and whether one would be rented at once', async () => {
  await using site = await withAutoOrdering({ cpuSlots: 2 })
  const preview = (changed: object) =>
    previewAutoOrder(site.renter, { query: 'kind:cpu', slots: 1, disk_gb: 1, ...changed })
  expect(await preview({ max_price_micro_usd_per_hour: 3_600_000 })).toEqual({
    ...{ matches: 1, cheapest_micro_usd_per_hour: 3_600_000, rents_now: true },
  })
  expect(await preview({ slots: 2, max_price_micro_usd_per_hour: 3_600_000 })).toMatchObject({
    ...{ cheapest_micro_usd_per_hour: 7_200_000, rents_now: false },
  })
  expect(await preview({ slots: 3 })).toMatchObject({
    ...{ matches: 0, cheapest_micro_usd_per_hour: null },
  })
})

it('keeps at most twenty that wait or are paused', async () => {
  await using site = await withAutoOrdering()
  for (let made = 0; made < 20; made += 1)
    await site.create({ name: `dear ${made}`, max_price_micro_usd_per_hour: 1 })
  await expect(site.create()).rejects.toMatchObject({ code: 'limit_reached' })
})

it('makes one of a request that is sent several times', async () => {
  await using site = await withAutoOrdering({ cpuSlots: 4 })
  const sent = await Promise.allSettled([site.create(), site.create(), site.create()])
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [first] = await listAutoOrders(site.renter)
  for (const one of sent)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'auto_order_name_taken' })
  await site.check()
  expect(await site.instances()).toHaveLength(1)
  expect(first?.name).toBe('cheap CPUs')
})

it('is refused where its template does not exist', async () => {
  await using site = await withAutoOrdering()
  const order = { disk_gb: 1, template_id: site.system.ids.mint('template') }
  await expect(site.create({ order })).rejects.toMatchObject({ code: 'not_found' })
})

const { order: anOrdered } = anAutoOrder()

/** A process that dies in the transaction of an order, or right after its commit. */
function killed(ctx: AutoOrdersCtx, when: 'before' | 'after'): AutoOrdersCtx {
  return {
    ...ctx,
    async transact(work) {
      const result = await ctx.transact(async (tx) => {
        const done = await work(tx)
        if (when === 'before') throw new Error('killed')
        return done
      })
      if (when === 'after') throw new Error('killed')
      return result
    },
  }
}

/** Delivers the offers that became free, as the outbox would. */
async function deliverFreed({ db, system }: AutoOrdering): Promise<void> {
  await sendAlerts(system, signal)
  const { rows } = await sql<StoredEvent>`
    select id::text, topic, subject, account_id as "accountId", at, payload, 0 as attempts
    from business_events where topic = 'offers.freed' order by id`.execute(db)
  for (const event of rows) await system.transact((tx) => markMatching.handle(system, tx, event))
}

async function dueNow({ db, clock }: AutoOrdering): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from auto_orders where due_at <= ${clock.now()}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The image of the last instance does not exist. */
async function fail(site: AutoOrdering, id: Parameters<AutoOrdering['read']>[0]): Promise<void> {
  const instanceId = (await site.read(id)).instances[0]?.instance_id
  if (instanceId === undefined) throw new RangeError('an instance was placed')
  await sql`update instances set state = 'failed' where id = ${instanceId}`.execute(site.db)
  const payload = { machine_id: site.machineId, state: 'failed', cause: 'image_not_found' }
  const event = {
    ...{ id: '1', topic: 'instance.failed', subject: instanceId, attempts: 0 },
    ...{ accountId: accountIdOf(site.renter), at: site.clock.now() },
    payload: { ...payload, exit_code: null },
  }
  await site.system.transact((tx) => noteFailures.handle(site.system, tx, event))
}
