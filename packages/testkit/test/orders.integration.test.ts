import { isAbort } from '@gridloom/client/api-error'
import { expect, it } from 'vitest'
import { anOrder } from '../src/order.ts'
import { startProduct } from '../src/product.ts'
import { expectExact } from './using-instances.ts'

const simultaneous = 1_000

it('rents one slot to one of 1,000 concurrent orders, and names the next best offer to the others', {
  timeout: 120_000,
}, async () => {
  await using product = await startProduct({ driver: 'fake', cpuSlots: 1 })
  const next = await product.addMachine({ pricing: { cpu_slot_micro_usd_per_hour: 4_000_000 } })
  const wanted = await product.offerOf()
  const nextBest = await product.offerOf(next)
  const startedMs = performance.now()
  const answers = await Promise.all(
    Array.from({ length: simultaneous }, () => answerTo(product.renter, wanted.id)),
  )
  const tookMs = Math.round(performance.now() - startedMs)
  process.stderr.write(`${simultaneous} orders for one slot were answered in ${tookMs} ms\n`)
  const counts = Map.groupBy(answers, ({ code }) => code)
  expect([...counts.keys()].sort()).toEqual(['offer_taken', 'rented'])
  expect(counts.get('rented')).toHaveLength(1)
  for (const { error } of counts.get('offer_taken') ?? []) {
    expect(JSON.stringify(error)).toContain(nextBest.id)
  }
  const held = await product.renter.instances.list()
  expect(held).toHaveLength(1)
  await product.untilInstance(held[0]?.id ?? fail(), ({ ready }) => ready)
  expect(product.machine.fake.containerNames()).toHaveLength(1)
})

it('returns the same instance for every order with the same Idempotency-Key', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const body = anOrder((await product.offerOf()).id)
  const headers = { 'idempotency-key': 'order-1' }
  const order = () => product.renter.instances.order({ body, headers })
  const first = await order()
  const again = await Promise.all(Array.from({ length: 20 }, order))
  expect(new Set(again.map(({ instance }) => instance.id))).toEqual(new Set([first.instance.id]))
  expect(await product.renter.instances.list()).toHaveLength(1)

  const other = { ...body, label: 'another' }
  await expect(product.renter.instances.order({ body: other, headers })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  })
  const stranger = await product.newcomer()
  const theirs = await stranger.client.instances.order({ body, headers })
  expect(theirs.instance.id).not.toBe(first.instance.id)
})

it('locks the price of a quote for one order and 60 s', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { renter, provider, machine } = product
  const offer = await product.offerOf()
  const quote = () => renter.market.quote({ body: { offer_id: offer.id, disk_gb: 1 } })
  const [used, late] = [await quote(), await quote()]
  await provider.machines.change({
    params: { id: machine.id },
    body: { pricing: { ...pricingOf(offer), cpu_slot_micro_usd_per_hour: 9_000_000 } },
  })
  const instance = await product.order({ quote_id: used.id })
  expect(instance.running_micro_usd_per_hour).toBe(used.running_micro_usd_per_hour)
  expect(used.running_micro_usd_per_hour).toBeLessThan(9_000_000)
  await expect(product.order({ quote_id: used.id })).rejects.toMatchObject({
    code: 'quote_expired',
  })

  await product.turn(61_000)
  await expect(product.order({ quote_id: late.id })).rejects.toMatchObject({
    code: 'quote_expired',
  })
  const dearer = await product.order()
  expect(dearer.running_micro_usd_per_hour).toBe(9_000_000)
  await expectExact(product, await renter.instances.receipt({ params: { id: instance.id } }))
})

it('rejects an order that the balance does not cover, with the amount', async () => {
  await using product = await startProduct({ driver: 'fake', creditMicroUsd: 100_000 })
  const refused = product.order()
  await expect(refused).rejects.toMatchObject({ code: 'insufficient_funds' })
  await expect(refused).rejects.toThrow('$0.10')
  expect(await product.renter.instances.list()).toEqual([])
  expect(await product.offerOf()).toMatchObject({ slots_free: 2 })
})

/** The code of the error, or `rented`. */
async function answerTo(
  client: Awaited<ReturnType<typeof startProduct>>['renter'],
  offerId: string,
) {
  try {
    await client.instances.order({ body: anOrder(offerId) })
    return { code: 'rented', error: undefined }
  } catch (error) {
    if (isAbort(error)) throw error
    const { code, details, message } = Object(error)
    return { code: String(code), error: { details, message } }
  }
}

function pricingOf(
  offer: Awaited<ReturnType<Awaited<ReturnType<typeof startProduct>>['offerOf']>>,
) {
  return {
    gpu_slot_micro_usd_per_hour: 0,
    cpu_slot_micro_usd_per_hour: offer.slot_micro_usd_per_hour,
    memory_gib_micro_usd_per_hour: offer.memory_gib_micro_usd_per_hour,
    disk_gb_micro_usd_per_hour: offer.disk_gb_micro_usd_per_hour,
    stopped_disk_gb_micro_usd_per_hour: offer.stopped_disk_gb_micro_usd_per_hour,
  }
}

function fail(): never {
  throw new Error('nothing was rented')
}
