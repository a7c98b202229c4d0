import { Refused } from '@gridloom/contract/errors'
import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anOrder, specsOf, withInstances } from '../../../test/instances.ts'
import { createQuote } from '../market/create-quote.ts'
import { orderInstance } from './order-instance.ts'
import { readInstanceReceipt } from './read-instance-receipt.ts'
import { readSpendRate } from './read-spend-rate.ts'

it('takes the slot, holds a quarter of an hour of cost and sends the machine its spec', async () => {
  await using fixture = await withInstances()
  const instance = await fixture.order({ label: ' mine ' })
  expect(instance).toMatchObject({
    label: 'mine',
    state: 'requested',
    desired: 'running',
    held_micro_usd: 900_000,
    cost_micro_usd: 0,
    running_micro_usd_per_hour: 3_600_000,
  })
  expect(await fixture.slotsFree()).toBe(0)
  await eventually(() =>
    expect(specsOf(fixture, instance.id)).toMatchObject([{ generation: 1, desired: 'running' }]),
  )
  await fixture.expectCleanLedger()
})

it('gives a chosen label to one of many concurrent orders, and again once its instance is destroyed', async () => {
  await using fixture = await withInstances({ cpuSlots: 4 })
  const offer = await fixture.offerOf(fixture.machineId)
  const place = () => orderInstance(fixture.renter, anOrder(offer.id, { label: 'mine' }), undefined)
  const ended = await Promise.allSettled([place(), place(), place()])
  const [placed, ...more] = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(more).toHaveLength(0)
  for (const one of ended) {
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'label_taken', details: { label: 'mine' } })
  }
  expect(await fixture.slotsFree()).toBe(3)
  await sql`update instances set state = 'destroyed' where id = ${placed?.id}`.execute(fixture.db)
  await expect(place()).resolves.toMatchObject({ label: 'mine' })
})

it('lets instances without a label of their own share the name of their template', async () => {
  await using fixture = await withInstances({ cpuSlots: 4 })
  const [one, other] = [await fixture.order(), await fixture.order()]
  expect(other.label).toBe(one.label)
})

it('gives the last slot to one of many concurrent orders and rejects the others with offer_taken', async () => {
  await using fixture = await withInstances()
  const offer = await fixture.offerOf(fixture.machineId)
  const tries = Array.from({ length: 8 }, () =>
    orderInstance(fixture.renter, anOrder(offer.id), undefined),
  )
  const ended = await Promise.allSettled(tries)
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'offer_taken' })
  await fixture.expectCleanLedger()
})

it('takes no slot or money when the balance does not cover the first hold', async () => {
  await using fixture = await withInstances({ creditMicroUsd: 899_999 })
  await expect(fixture.order()).rejects.toMatchObject({
    code: 'insufficient_funds',
    details: { need_micro_usd: 900_000, have_micro_usd: 899_999 },
  })
  expect(await fixture.slotsFree()).toBe(1)
  await fixture.expectCleanLedger()
})

it('returns the same instance for the same key, repeated or concurrent', async () => {
  await using fixture = await withInstances({ cpuSlots: 4 })
  const offer = await fixture.offerOf(fixture.machineId)
  const same = () => orderInstance(fixture.renter, anOrder(offer.id), 'once')
  const ids = (await Promise.all([same(), same(), same()])).map(({ id }) => id)
  expect(new Set([...ids, (await same()).id]).size).toBe(1)
  expect(await fixture.slotsFree()).toBe(3)
})

it('rejects a key used for another order, and keeps keys of other accounts separate', async () => {
  await using fixture = await withInstances({ cpuSlots: 4 })
  const other = await fixture.account(4_000_000)
  const first = await fixture.order({}, fixture.renter, 'once')
  await expect(fixture.order({ disk_gb: 2 }, fixture.renter, 'once')).rejects.toMatchObject({
    code: 'idempotency_conflict',
  })
  expect((await fixture.order({}, other, 'once')).id).not.toBe(first.id)
})

it('frees a key whose order failed', async () => {
  await using fixture = await withInstances()
  await expect(fixture.order({ slots: 2 }, fixture.renter, 'once')).rejects.toThrow(Refused)
  await expect(fixture.order({}, fixture.renter, 'once')).resolves.toMatchObject({ slots: 1 })
})

it.each(['', 'x'.repeat(256)])(
  'rejects a key that is empty or over 255 characters (%#)',
  async (key) => {
    await using fixture = await withInstances()
    await expect(fixture.order({}, fixture.renter, key)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { 'idempotency-key': 'must have 1 to 255 characters' },
    })
  },
)

it('rejects environments of template and order that together exceed 64 entries', async () => {
  await using fixture = await withInstances()
  const env = (name: string) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${name}_${n}`, 'x']))
  const template = { image_path_with_tag: 'gridloom/base:latest', env: env('A') }
  await expect(fixture.order({ template, env: env('B') })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { env: 'at most 64 entries' },
  })
  await expect(fixture.order({ template, env: { A_0: 'mine' } })).resolves.toMatchObject({
    env: { A_0: 'mine', A_1: 'x' },
  })
})

it('keeps a quote’s price when the machine raises it, and redeems the quote once', async () => {
  await using fixture = await withInstances({ cpuSlots: 2 })
  const offer = await fixture.offerOf(fixture.machineId)
  const quote = await createQuote(
    fixture.renter,
    { offer_id: offer.id, slots: 1, disk_gb: 1 },
    { spendRate: readSpendRate },
  )
  await fixture.reprice(7_200_000)
  const cheap = await fixture.order({ quote_id: quote.id })
  expect(cheap.running_micro_usd_per_hour).toBe(3_600_000)
  await expect(fixture.order({ quote_id: quote.id })).rejects.toMatchObject({
    code: 'quote_expired',
  })
  expect((await fixture.order()).running_micro_usd_per_hour).toBe(7_200_000)
})

it('rejects a quote after a minute, for another order, and from another account', async () => {
  await using fixture = await withInstances()
  const stranger = await fixture.account(4_000_000)
  const offer = await fixture.offerOf(fixture.machineId)
  const ask = () =>
    createQuote(
      fixture.renter,
      { offer_id: offer.id, slots: 1, disk_gb: 1 },
      { spendRate: readSpendRate },
    )
  const refused = { code: 'quote_expired' }
  const { id } = await ask()
  await expect(fixture.order({ quote_id: id, disk_gb: 2 })).rejects.toMatchObject(refused)
  await expect(fixture.order({ quote_id: id }, stranger)).rejects.toMatchObject(refused)
  const late = await ask()
  await fixture.clock.advance(60_000)
  await fixture.heartbeat([])
  await expect(fixture.order({ quote_id: late.id })).rejects.toMatchObject(refused)
})

it('quotes all costs, and rejects more disk or slots than the machine has', async () => {
  await using fixture = await withInstances()
  const { id: offer_id } = await fixture.offerOf(fixture.machineId)
  const quote = await createQuote(
    fixture.renter,
    { offer_id, slots: 1, disk_gb: 1 },
    { spendRate: readSpendRate },
  )
  expect(quote).toMatchObject({
    running_micro_usd_per_hour: 3_600_000,
    stopped_micro_usd_per_hour: 360_000,
    hold_micro_usd: 900_000,
    available_micro_usd: 4_000_000,
    lasts_s: 4_000,
    expires_at: '2026-01-01T00:01:00.000Z',
  })
  const much = createQuote(
    fixture.renter,
    { offer_id, slots: 1, disk_gb: 9_999 },
    { spendRate: readSpendRate },
  )
  await expect(much).rejects.toMatchObject({ code: 'invalid_input' })
  const many = createQuote(
    fixture.renter,
    { offer_id, slots: 2, disk_gb: 1 },
    { spendRate: readSpendRate },
  )
  await expect(many).rejects.toMatchObject({ code: 'offer_taken' })
})

it('charges nothing for an order that the machine never answered', async () => {
  await using fixture = await withInstances()
  const { id } = await fixture.order()
  await fixture.destroyWhileSilent(id)
  expect(await fixture.row(id)).toMatchObject({ state: 'destroyed' })
  expect(await readInstanceReceipt(fixture.renter, id)).toMatchObject({
    total_micro_usd: 0,
    final: true,
  })
  expect(await fixture.money(id)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: 0 })
  await fixture.expectCleanLedger()
})
