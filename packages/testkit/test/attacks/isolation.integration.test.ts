import type { Hardware } from '@gridloom/contract/machines/hardware'
import { expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'

it('hides a machine that lost its isolation until its provider lists it as not isolated', async () => {
  await using machine = await setup()
  const { product, id } = machine
  const before = await product.offerOf()
  expect(before.isolated).toBe(true)
  await machine.report({ isolation_gaps: ['egress', 'resource_views'] })
  const mine = await product.until({
    read: () => product.provider.machines.read({ params: { id } }),
    satisfies: ({ problems }) => problems.length > 0,
  })
  expect(mine.problems.map(({ code }) => code)).toEqual(['not_isolated', 'hardening_incomplete'])
  expect(await machine.found('any')).toEqual([])
  const body = { offer_id: before.id, disk_gb: 1, template: image }
  await expect(product.renter.instances.order({ body })).rejects.toMatchObject({
    code: 'offer_taken',
  })

  await product.provider.machines.change({ params: { id }, body: { list_not_isolated: true } })
  expect(await machine.found('isolated')).toEqual([])
  expect(await machine.found(undefined)).toEqual([])
  expect(await machine.found('any')).toMatchObject([{ id: before.id, isolated: false }])
  const effects = await product.renter.market.explain({ query: {} })
  expect(effects).toMatchObject([{ filter: 'isolation', removed: 1, gained: 1 }])

  await machine.report({ isolation_gaps: [] })
  await product.until({
    read: () => machine.found(undefined),
    satisfies: (offers) => offers[0]?.isolated === true,
  })
})

it('does not list a machine whose agent reports no isolation, whatever its provider chooses', async () => {
  await using machine = await setup()
  const { product, id } = machine
  await machine.report({ isolation_gaps: undefined })
  const mine = await product.until({
    read: () => product.provider.machines.read({ params: { id } }),
    satisfies: ({ problems }) => problems.length > 0,
  })
  expect(mine.problems).toMatchObject([
    { code: 'isolation_unknown', remedy: expect.stringContaining('Update and restart the agent') },
  ])
  await product.provider.machines.change({ params: { id }, body: { list_not_isolated: true } })
  expect(await machine.found('any')).toEqual([])
})

it('hides a machine within seconds of losing its firewall rules, and shows it as soon as they are back', async () => {
  let kind: 'full' | 'partial' = 'full'
  const isolate = async () => (kind === 'full' ? { kind } : { kind, reason: 'no rules' })
  await using product = await startProduct({ driver: 'fake', clock: 'fake', isolate })
  const offers = async () => (await product.renter.market.search({ query: {} })).offers
  expect(await offers()).toHaveLength(1)
  kind = 'partial'
  await product.turn(5_000)
  await product.until({ read: offers, satisfies: ({ length }) => length === 0 })
  kind = 'full'
  await product.turn(5_000)
  await product.until({ read: offers, satisfies: ({ length }) => length === 1 })
})

const image = { image_path_with_tag: 'gridloom/base:latest' }

async function setup() {
  const hardware: { isolation_gaps?: Hardware['isolation_gaps'] | undefined } = {
    isolation_gaps: [],
  }
  const product: Product = await startProduct({
    driver: 'fake',
    clock: 'fake',
    // The agent reads this object at each probe; undefined leaves the field out of its message.
    hardware: hardware as Partial<Hardware>,
  })
  return {
    product,
    id: product.machine.id,
    report: async (now: typeof hardware) => {
      hardware.isolation_gaps = now.isolation_gaps
      await product.turn(65_000)
    },
    found: async (isolation: 'isolated' | 'any' | undefined) =>
      (await product.renter.market.search({ query: { isolation } })).offers,
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}
