import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { changeMachine } from '../machines/change-machine.ts'
import { readMachine } from '../machines/list-machines.ts'
import { nearestOffers } from './nearest-offers.ts'
import { readOffer } from './read-offer.ts'
import { releaseSlots } from './release-slots.ts'
import { retakeSlots } from './retake-slots.ts'
import { tidyOfferPrices } from './tidy-offer-prices.ts'

const hourMs = 3_600_000

it('lists full offers apart, with since when no slot has been free, until one is again', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  await market.rent(offer.id, { slots: 7 })
  expect(await rented(market)).toEqual([])
  await market.clock.jump(hourMs)
  const lastTakenAt = market.clock.now().toISOString()
  const { instanceId } = await market.rent(offer.id)
  await market.clock.jump(hourMs)
  expect(await rented(market)).toMatchObject([
    { id: offer.id, availability: 'rented', slots_free: 0, rented_since: lastTakenAt },
  ])
  expect((await market.search()).offers).toEqual([])
  await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
  expect(await rented(market)).toEqual([])
  expect((await market.search()).offers).toMatchObject([
    { id: offer.id, availability: 'free', rented_since: null },
  ])
  const at = market.clock.now()
  const wanted = { offerId: offer.id, machineId: id, slots: 1, instanceId, reservationId: null, at }
  await market.ctx.transact((tx) => retakeSlots(tx, wanted))
  expect(await rented(market)).toMatchObject([{ rented_since: at.toISOString() }])
})

it('compares all slots of a rented offer with the slots that are wanted', async () => {
  await using market = await withMachines()
  const offer = await market.offerOf(await market.machine())
  await market.rent(offer.id, { slots: 8 })
  expect(await rented(market, { slots_min: 8 })).toHaveLength(1)
  expect(await rented(market, { slots_min: 9 })).toEqual([])
})

it('says of an offer off the market that it is unlisted, not rented', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  await market.rent(offer.id, { slots: 8 })
  await changeMachine(market.provider, id, { listed: false })
  const read = await readOffer(market.ctx, offer.id)
  expect(read).toMatchObject({ availability: 'unlisted', rented_since: null })
  expect(await rented(market)).toEqual([])
})

it('names the free offers nearest to filters that none passes, and never misses the kind', async () => {
  await using market = await withMachines()
  const offer = await market.offerOf(await market.machine())
  const wanted = { isolation: 'isolated', memory_mib_min: 10_000_000, kind: 'cpu' } as const
  const found = await nearestOffers(market.ctx, wanted)
  expect(found.map(({ id }) => id)).toEqual([offer.id])
  expect(await nearestOffers(market.ctx, { ...wanted, kind: 'gpu' })).toEqual([])
  await market.rent(offer.id, { slots: 8 })
  expect(await nearestOffers(market.ctx, wanted)).toEqual([])
})

it('orders the nearest offers by how far they miss the filters', async () => {
  await using market = await withMachines()
  const [first, second] = [await market.machine(), await market.machine()]
  const pricing = (await readMachine(market.provider, first)).pricing
  const cheap = { ...pricing, cpu_slot_micro_usd_per_hour: 1_000 }
  const dear = { ...pricing, cpu_slot_micro_usd_per_hour: 900_000 }
  await changeMachine(market.provider, first, { pricing: dear })
  await changeMachine(market.provider, second, { pricing: cheap })
  const found = await nearestOffers(market.ctx, {
    isolation: 'isolated',
    price_micro_usd_per_hour_max: 2_000,
  })
  expect(found.map(({ machine_id }) => machine_id)).toEqual([second, first])
})

it('keeps the last price of each day that it changed on, and those from the last 30 days', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const { pricing } = await readMachine(market.provider, id)
  const before = await market.offerOf(id)
  const reprice = (cpu_slot_micro_usd_per_hour: number) =>
    changeMachine(market.provider, id, { pricing: { ...pricing, cpu_slot_micro_usd_per_hour } })
  expect(before.price_days).toMatchObject([{ micro_usd_per_hour: before.price_micro_usd_per_hour }])
  await market.clock.jump(24 * hourMs)
  await reprice(50_000)
  await reprice(60_000)
  const after = await market.offerOf(id)
  expect(after.price_days).toHaveLength(2)
  expect(after.price_days.at(-1)?.micro_usd_per_hour).toBe(after.price_micro_usd_per_hour)
  expect((await readMachine(market.provider, id)).slot_prices).toEqual([
    { gpu_model: null, days: after.price_days },
  ])
  await market.clock.jump(40 * 24 * hourMs)
  await tidyOfferPrices(market.ctx)
  expect((await readOffer(market.ctx, before.id)).price_days).toEqual(after.price_days.slice(1))
})

type Market = Awaited<ReturnType<typeof withMachines>>

async function rented(market: Market, filters: { slots_min?: number } = {}) {
  return (await market.search({ ...filters, availability: 'rented' })).offers
}
