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

it('reserves the highest cost at the endpoint chosen first', async () => {
  const site = setup({ endpoints: [cheap, dear], balance: 100 })
  expect(await site.take()).toMatchObject({ endpoint: cheap, microUsdMax: 50, inputMax: 7 })
  expect(site.funds.free()).toBe(50)
  expect([...site.plan.tried]).toEqual([cheap.id])
})

it('passes over an endpoint that is too expensive', async () => {
  const site = setup({ endpoints: [dear, cheap], balance: 100 })
  expect((await site.take())?.endpoint).toBe(cheap)
  expect([...site.plan.tried]).toEqual([dear.id, cheap.id])
})

it('reports the cost at the first endpoint if all are too expensive, and keeps no money reserved', async () => {
  const site = setup({ endpoints: [dear, cheap], balance: 10 })
  await expect(site.take()).rejects.toMatchObject({
    code: 'insufficient_funds',
    details: { need: 500, have: 10 },
  })
  expect(site.funds.free()).toBe(10)
})

it('tries no second endpoint when fallbacks are off', async () => {
  const provider = { allow_fallbacks: false }
  const site = setup({ endpoints: [dear, cheap], balance: 100, provider })
  await expect(site.take()).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect([...site.plan.tried]).toEqual([dear.id])
})

it('returns undefined when no endpoint is left', async () => {
  const site = setup({ endpoints: [dear] })
  expect(await site.take()).toBeDefined()
  expect(await site.take()).toBeUndefined()
})

it('tries no other endpoint when the reservation fails for another reason than money', async () => {
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
    boundsAt({ id }) {
      const microUsd = costs.get(id) ?? 0
      return {
        inputMax: 7,
        outputMax: 5,
        choices: 1,
        microUsdMax: microUsd,
        microUsdExpected: microUsd,
      }
    },
  }
  const take = (over: Partial<Allowances> = {}) =>
    takeEndpoint({ endpoints, allowances: { ...allowances, ...over } }, plan)
  return { ...market, plan, take }
}
