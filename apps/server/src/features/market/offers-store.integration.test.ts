import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { hideOffers } from './offers-store.ts'

it('hides the visible offers of the given machines, and returns how many', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  await market.machine({}, 'spare')
  const hide = () => market.ctx.transact((tx) => hideOffers(tx, [id]))
  expect(await market.ctx.transact((tx) => hideOffers(tx, []))).toBe(0)
  expect(await hide()).toBe(1)
  expect((await market.search()).offers.map((offer) => offer.machine_name)).toEqual(['spare'])
  expect(await hide()).toBe(0)
})
