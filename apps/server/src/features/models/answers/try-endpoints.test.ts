import { Refused } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { aMarket, aModel, anEndpoint, aPayer } from '../../../../test/answering.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { type Plan, takeEndpoint } from './take-endpoint.ts'
import { tryEndpoints } from './try-endpoints.ts'

const refusal = {
  failed: new Refused('upstream_failed'),
  offline: new Refused('machine_offline'),
  busy: new Refused('endpoints_busy', { details: { seconds: 4 } }),
  unsupported: new Refused('unsupported_parameter'),
  tooLong: new Refused('context_exceeded', { details: { tokens: 90, max: 50 } }),
}

describe('endpoints that are asked one after the other', () => {
  it.each([
    [['failed', 'busy'], 'endpoints_busy'],
    [['busy', 'failed'], 'endpoints_busy'],
    [['unsupported', 'busy'], 'unsupported_parameter'],
    [['busy', 'unsupported', 'tooLong'], 'context_exceeded'],
    [['tooLong', 'offline'], 'context_exceeded'],
    [['offline', 'failed'], 'upstream_failed'],
  ] as const)('refuse by what says most of the request: %j', async (whys, code) => {
    const site = await setup({ contexts: [100, 200, 300].slice(0, whys.length) })
    await expect(site.tryAll(...whys.map((why) => refusal[why]))).rejects.toMatchObject({ code })
    expect(site.funds.free()).toBe(1_000)
  })

  it('are held to what they failed at alone', async () => {
    const site = await setup({ contexts: [100, 200, 300] })
    await site.tryAll(refusal.busy, refusal.offline, refusal.unsupported).catch(() => {})
    expect(site.tried.map(({ outcome }) => outcome)).toEqual([
      'not_counted',
      'failed',
      'not_counted',
    ])
  })

  it('answer in the place of one that did not, whose money is free again', async () => {
    const site = await setup({ contexts: [100, 100] })
    expect(await site.tryAll(refusal.failed)).toBe('mep_00000000000000000000000002')
    expect(site.funds.free()).toBe(1_000 - 10)
  })

  it('are not asked after a mistake of ours, which is told as it is', async () => {
    const site = await setup({ contexts: [100, 100] })
    const mistake = new TypeError('a bug')
    await expect(site.tryAll(mistake)).rejects.toBe(mistake)
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
    expect(site.funds.free()).toBe(1_000)
  })

  it('are not asked that are too dear: what went wrong before is told', async () => {
    const site = await setup({ contexts: [100, 100], prices: [10, 9_999] })
    await expect(site.tryAll(refusal.busy)).rejects.toMatchObject({ code: 'endpoints_busy' })
    expect(site.tried).toHaveLength(1)
  })

  it('are not asked where whoever asks has left already', async () => {
    const left = new DOMException('The reader left', 'AbortError')
    const site = await setup({ contexts: [100, 100], signal: AbortSignal.abort(left) })
    await expect(site.tryAll()).rejects.toBe(left)
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
    expect(site.funds.free()).toBe(1_000)
  })
})

describe('the numbers of a machine', () => {
  it.each([
    [0.2, 1],
    [7.1, 8],
    [1e9, 600],
    [-5, 1],
    [Number.NaN, 600],
    ['soon', 600],
  ])('that is full for %j seconds are told as %i', async (seconds, refusal) => {
    const site = await setup({ contexts: [100] })
    const busy = new Refused('endpoints_busy', { details: { seconds } })
    await expect(site.tryAll(busy)).rejects.toMatchObject({
      details: { model: aModel, seconds: refusal },
    })
  })

  it.each([
    [
      { tokens: 90, max: 50 },
      { tokens: 90, max: 50 },
    ],
    [
      { tokens: 1e9, max: 1e9 },
      { tokens: 120, max: 100 },
    ],
    [
      { tokens: 1, max: 60 },
      { tokens: 60, max: 60 },
    ],
    [
      { tokens: 'many', max: 0 },
      { tokens: 'more than 1', max: 1 },
    ],
    [{}, { tokens: 'more than 100', max: 100 }],
  ])(
    'about a prompt that is too long are shown as far as they can be: %j',
    async (details, refusal) => {
      const site = await setup({ contexts: [100] })
      const tooLong = new Refused('context_exceeded', { details })
      await expect(site.tryAll(tooLong)).rejects.toMatchObject({
        details: { model: aModel, ...refusal },
      })
    },
  )
})

interface Setting {
  /** Of each endpoint, in the order in which they are asked. */
  contexts: readonly number[]
  prices?: readonly number[]
  signal?: AbortSignal
}

/** Endpoints that each refuse with what is given for it; the first without answers with its id. */
async function setup({ contexts, prices = [], signal = new AbortController().signal }: Setting) {
  const all = contexts.map((contextTokens, at) => anEndpoint(at + 1, { contextTokens }))
  const market = aMarket({ machines: all.map((endpoint) => ({ endpoint })), balance: 1_000 })
  const ctx = market.contextFor()
  const microUsdOf = (endpoint: LiveEndpoint) => prices[all.indexOf(endpoint)] ?? 10
  const plan: Plan = {
    ...{ payer: { accountId: aPayer, keyId: null }, modelId: aModel, provider: {}, features: [] },
    ...{ promptMax: 120, tokens: { input: 30, output: 5 }, tried: new Set() },
    boundsAt: (endpoint) => ({ inputMax: 120, outputMax: 5, microUsdMax: microUsdOf(endpoint) }),
  }
  const first = await takeEndpoint(ctx, plan)
  if (first === undefined) throw new RangeError('one is there')
  const tryAll = (...whys: readonly Error[]) => {
    const left = [...whys]
    return tryEndpoints(ctx, { plan, first, signal }, async ({ endpoint }) => {
      const why = left.shift()
      if (why !== undefined) throw why
      return endpoint.id
    })
  }
  return { ...market, tryAll }
}
