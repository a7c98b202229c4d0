import type { Embedded } from '@gridloom/contract/agent/models'
import { Refused } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { aMarket, aModel, anEndpoint, aPayer, type Machine } from '../../../../test/answering.ts'
import { embedTexts } from './embed-texts.ts'

const features = ['embeddings'] as const
const one = anEndpoint(1, { features })
const two = anEndpoint(2, { features })
const vectors = [
  [1, 2],
  [3, 4],
]

describe('embedding texts', () => {
  it('charges the tokens read', async () => {
    const site = setup([{ endpoint: one, embed: () => ({ vectors, input_tokens: 9 }) }])
    const made = await site.embed()
    expect(made).toMatchObject({ vectors, cost: { input_tokens: 9, micro_usd: 9 } })
    expect(site.funds.settled).toMatchObject([{ state: 'done', microUsd: 9 }])
    expect(site.funds.free()).toBe(1_000_000_000 - 9)
  })

  it('caps the reported tokens at the most the texts can have', async () => {
    const site = setup([{ endpoint: one, embed: () => ({ vectors, input_tokens: 1_000_000 }) }])
    expect((await site.embed()).cost.input_tokens).toBe(1 + 16 + 1 + 16)
  })

  it.each([
    ['is offline', undefined],
    ['makes too few', { vectors: [[1, 2]], input_tokens: 1 }],
    ['makes some that are longer', { vectors: [[1, 2], [3]], input_tokens: 1 }],
    ['makes empty ones', { vectors: [[], []], input_tokens: 1 }],
  ])('uses another machine when one %s', async (_, made: Embedded | undefined) => {
    const first: Machine =
      made === undefined ? { endpoint: one } : { endpoint: one, embed: () => made }
    const site = setup([first, { endpoint: two, embed: () => ({ vectors, input_tokens: 2 }) }])
    expect((await site.embed()).cost.machine_id).toBe(two.machineId)
    expect(site.tried).toMatchObject([{ outcome: 'failed' }, { outcome: 'answered' }])
  })

  it.each([
    ['leaves', new DOMException('The reader left', 'AbortError')],
    ['may ask no more', new Refused('unauthorized')],
  ])('stops without a charge or another attempt when the caller %s', async (_, why) => {
    const left = new AbortController()
    const requests = Promise.withResolvers<never>()
    const embed: Machine['embed'] = (_, signal) => {
      signal.addEventListener('abort', () => requests.reject(signal.reason), { once: true })
      return requests.promise
    }
    const site = setup(
      [
        { endpoint: one, embed },
        { endpoint: two, embed },
      ],
      left.signal,
    )
    const rejected = expect(site.embed()).rejects.toBe(why)
    left.abort(why)
    await rejected
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
    expect(site.funds.settled).toEqual([])
    expect(site.funds.free()).toBe(1_000_000_000)
  })

  it('is refused when no machine supports embeddings', async () => {
    await expect(setup([{ endpoint: anEndpoint(1) }]).embed()).rejects.toMatchObject({
      code: 'unsupported_parameter',
    })
  })
})

function setup(machines: readonly Machine[], signal = new AbortController().signal) {
  const market = aMarket({ machines })
  const ctx = market.contextFor()
  const payer = { accountId: aPayer, keyId: null }
  const texts = ['a', 'b']
  const embed = () => embedTexts(ctx, { payer, modelId: aModel, provider: {}, texts, signal })
  return { ...market, embed }
}
