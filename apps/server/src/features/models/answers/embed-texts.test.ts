import type { Clock } from '@gridloom/async/clock'
import { createTestClock } from '@gridloom/async/test-clock'
import type { Embedded, EmbedInput } from '@gridloom/contract/agent/models'
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
    const site = setup([{ endpoint: one, embed: () => ({ vectors, input_tokens: 5 }) }])
    const made = await site.embed()
    expect(made).toMatchObject({ vectors, cost: { input_tokens: 5, micro_usd: 5 } })
    expect(site.funds.settled).toMatchObject([{ state: 'done', microUsd: 5 }])
    expect(site.funds.free()).toBe(1_000_000_000 - 5)
  })

  it('caps the reported tokens at the most the texts can have', async () => {
    const site = setup([{ endpoint: one, embed: () => ({ vectors, input_tokens: 1_000_000 }) }])
    expect((await site.embed()).cost.input_tokens).toBe(1 + 2 + 1 + 2)
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
    const embed: Machine['embed'] = (_, signal) => aborted(signal)
    const site = setup(
      [
        { endpoint: one, embed },
        { endpoint: two, embed },
      ],
      { signal: left.signal },
    )
    const rejected = expect(site.embed()).rejects.toBe(why)
    left.abort(why)
    await rejected
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
    expect(site.funds.settled).toEqual([])
    expect(site.funds.free()).toBe(1_000_000_000)
  })

  it.each([
    ['those before', 0, 32 + 32],
    ['all that it took', 300, 32 + 32 + 6 * 2],
  ])('charges a caller who leaves in the third batch for %s', async (_, waitMs, tokens) => {
    const clock = createTestClock()
    const left = new AbortController()
    const third = Promise.withResolvers<void>()
    let batches = 0
    const embed: Machine['embed'] = (texts, signal) => {
      batches += 1
      if (batches < 3) return { vectors: texts.map(() => [1]), input_tokens: 32 }
      third.resolve()
      return aborted(signal)
    }
    const texts = Array.from({ length: 70 }, () => 'twelve bytes')
    const site = setup([{ endpoint: one, embed }], { texts, signal: left.signal, clock })
    const rejected = expect(site.embed()).rejects.toThrow('The reader left')
    await third.promise
    await clock.advance(waitMs)
    left.abort(new DOMException('The reader left', 'AbortError'))
    await rejected
    expect(site.funds.settled).toMatchObject([
      { state: 'stopped', counts: { input_tokens: tokens }, microUsd: tokens },
    ])
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
  })

  it('takes token IDs, each of which is a token, only where the engine does', async () => {
    const asked: unknown[] = []
    const embed: Machine['embed'] = (texts) => {
      asked.push(...texts)
      return { vectors, input_tokens: 0 }
    }
    const able = anEndpoint(2, { features: ['embeddings', 'token_embeddings'] })
    const texts = [[1, 2, 3], [4]]
    const site = setup([{ endpoint: one }, { endpoint: able, embed }], { texts })
    expect((await site.embed()).cost).toMatchObject({ input_tokens: 4, machine_id: able.machineId })
    expect(asked).toEqual(texts)
    await expect(setup([{ endpoint: one }], { texts }).embed()).rejects.toMatchObject({
      ...{ code: 'unsupported_parameter', details: { parameter: 'input' } },
    })
  })

  it('is refused when no machine supports embeddings', async () => {
    await expect(setup([{ endpoint: anEndpoint(1) }]).embed()).rejects.toMatchObject({
      code: 'unsupported_parameter',
    })
  })
})

interface Embedding {
  texts?: readonly EmbedInput[]
  signal?: AbortSignal
  clock?: Clock
}

function setup(
  machines: readonly Machine[],
  { texts = ['a', 'b'], signal = new AbortController().signal, clock }: Embedding = {},
) {
  const market = aMarket({ machines })
  const ctx = market.contextFor(clock === undefined ? {} : { clock })
  const payer = { accountId: aPayer, keyId: null }
  const embed = () => embedTexts(ctx, { payer, modelId: aModel, provider: {}, texts, signal })
  return { ...market, embed }
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}
