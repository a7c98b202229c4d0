import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { aMarket, aModel, anEndpoint, aPayer } from '../../../../test/answering.ts'
import type { Allowances } from '../money/reservation.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { type Plan, takeEndpoint } from './take-endpoint.ts'

const [dear, cheap] = [anEndpoint(1), anEndpoint(2)]
const costs = new Map([
  [dear.id, 500],
  [cheap.id, 50],
])

it('sets the dearest answer of the first that is chosen aside', async () => {
  const site = setup({ endpoints: [cheap, dear], balance: 100 })
  expect(await site.take()).toMatchObject({ endpoint: cheap, microUsdMax: 50, inputMax: 7 })
  expect(site.funds.free()).toBe(50)
  expect([...site.plan.tried]).toEqual([cheap.id])
})

it('passes over one that is too dear for another', async () => {
  const site = setup({ endpoints: [dear, cheap], balance: 100 })
  expect((await site.take())?.endpoint).toBe(cheap)
  expect([...site.plan.tried]).toEqual([dear.id, cheap.id])
})

it('says what the first would have cost where all are too dear, and keeps nothing', async () => {
  const site = setup({ endpoints: [dear, cheap], balance: 10 })
  await expect(site.take()).rejects.toMatchObject({
    code: 'insufficient_funds',
    details: { need: 500, have: 10 },
  })
  expect(site.funds.free()).toBe(10)
})

it('looks at no second one where the caller wants no other', async () => {
  const provider = { allow_fallbacks: false }
  const site = setup({ endpoints: [dear, cheap], balance: 100, provider })
  await expect(site.take()).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect([...site.plan.tried]).toEqual([dear.id])
})

it('takes none where none is left, though there is money', async () => {
  const site = setup({ endpoints: [dear] })
  expect(await site.take()).toBeDefined()
  expect(await site.take()).toBeUndefined()
})

it('tries no other where money cannot be looked at: that is no price', async () => {
  const site = setup({ endpoints: [dear, cheap] })
  const reserve: Allowances['reserve'] = () => {
    throw new Refused('not_ready')
  }
  await expect(site.take({ reserve })).rejects.toMatchObject({ code: 'not_ready' })
  expect([...site.plan.tried]).toEqual([dear.id])
})

interface Setting {
  endpoints: readonly LiveEndpoint[]
  balance?: number
  provider?: Plan['provider']
}

function setup({ endpoints: all, balance = 1_000, provider = {} }: Setting) {
  const market = aMarket({ machines: all.map((endpoint) => ({ endpoint })), balance })
  const { endpoints, allowances } = market.contextFor()
  const plan: Plan = {
    ...{ payer: { accountId: aPayer, keyId: null }, modelId: aModel, provider, features: [] },
    ...{ promptMax: 7, tokens: { input: 2, output: 5 }, tried: new Set() },
    boundsAt: ({ id }) => ({ inputMax: 7, outputMax: 5, microUsdMax: costs.get(id) ?? 0 }),
  }
  const take = (over: Partial<Allowances> = {}) =>
    takeEndpoint({ endpoints, allowances: { ...allowances, ...over } }, plan)
  return { ...market, plan, take }
}
