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

describe('trying endpoints in turn', () => {
  it.each([
    [['failed', 'busy'], 'endpoints_busy'],
    [['busy', 'failed'], 'endpoints_busy'],
    [['unsupported', 'busy'], 'unsupported_parameter'],
    [['busy', 'unsupported', 'tooLong'], 'context_exceeded'],
    [['tooLong', 'offline'], 'context_exceeded'],
    [['offline', 'failed'], 'upstream_failed'],
  ] as const)('rejects with the most specific refusal of %j', async (whys, code) => {
    const site = await setup({ contexts: [100, 200, 300].slice(0, whys.length) })
    await expect(site.tryAll(...whys.map((why) => refusal[why]))).rejects.toMatchObject({ code })
    expect(site.funds.free()).toBe(1_000)
  })

  it('counts only offline machines as failed', async () => {
    const site = await setup({ contexts: [100, 200, 300] })
    await site.tryAll(refusal.busy, refusal.offline, refusal.unsupported).catch(() => {})
    expect(site.tried.map(({ outcome }) => outcome)).toEqual([
      'not_counted',
      'failed',
      'not_counted',
    ])
  })

  it('uses another endpoint after a failure, and releases the money of the first', async () => {
    const site = await setup({ contexts: [100, 100] })
    expect(await site.tryAll(refusal.failed)).toBe('mep_00000000000000000000000002')
    expect(site.funds.free()).toBe(1_000 - 10)
  })

  it('stops at an internal error, and throws it unchanged', async () => {
    const site = await setup({ contexts: [100, 100] })
    const mistake = new TypeError('a bug')
    await expect(site.tryAll(mistake)).rejects.toBe(mistake)
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
    expect(site.funds.free()).toBe(1_000)
  })

  it('skips endpoints that are too expensive, and reports the earlier error', async () => {
    const site = await setup({ contexts: [100, 100], prices: [10, 9_999] })
    await expect(site.tryAll(refusal.busy)).rejects.toMatchObject({ code: 'endpoints_busy' })
    expect(site.tried).toHaveLength(1)
  })

  it('stops when the caller has already left', async () => {
    const left = new DOMException('The reader left', 'AbortError')
    const site = await setup({ contexts: [100, 100], signal: AbortSignal.abort(left) })
    await expect(site.tryAll()).rejects.toBe(left)
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
    expect(site.funds.free()).toBe(1_000)
  })
})

describe('numbers that a machine reports', () => {
  it.each([
    [0.2, 1],
    [7.1, 8],
    [1e9, 600],
    [-5, 1],
    [Number.NaN, 600],
    ['soon', 600],
  ])('are clamped: full for %j seconds is reported as %i', async (seconds, refusal) => {
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
    'about a prompt that is too long are clamped to possible values: %j',
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
  /** The context of each endpoint, in the order of the attempts. */
  contexts: readonly number[]
  prices?: readonly number[]
  signal?: AbortSignal
}

/** Endpoints that each reject with the given error; the first one without an error answers with its id. */
async function setup({ contexts, prices = [], signal = new AbortController().signal }: Setting) {
  const all = contexts.map((contextTokens, at) => anEndpoint(at + 1, { contextTokens }))
  const market = aMarket({ machines: all.map((endpoint) => ({ endpoint })), balance: 1_000 })
  const ctx = market.contextFor()
  const microUsdOf = (endpoint: LiveEndpoint) => prices[all.indexOf(endpoint)] ?? 10
  const plan: Plan = {
    ...{ payer: { accountId: aPayer, keyId: null }, modelId: aModel, provider: {}, features: [] },
    ...{ promptMax: 120, tokens: { input: 30, output: 5 }, tried: new Set() },
    boundsAt(endpoint) {
      const microUsd = microUsdOf(endpoint)
      return {
        inputMax: 120,
        outputMax: 5,
        choices: 1,
        microUsdMax: microUsd,
        microUsdExpected: microUsd,
      }
    },
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
