import type { Embedded } from '@gridloom/contract/agent/inference'
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

describe('vectors of texts', () => {
  it('are paid as what was read', async () => {
    const site = setup([{ endpoint: one, embed: () => ({ vectors, input_tokens: 9 }) }])
    const made = await site.embed()
    expect(made).toMatchObject({ vectors, cost: { input_tokens: 9, micro_usd: 9 } })
    expect(site.purse.settled).toMatchObject([{ state: 'done', microUsd: 9 }])
    expect(site.purse.free()).toBe(1_000_000_000 - 9)
  })

  it('are believed no more tokens than the texts can be', async () => {
    const site = setup([{ endpoint: one, embed: () => ({ vectors, input_tokens: 1_000_000 }) }])
    expect((await site.embed()).cost.input_tokens).toBe(1 + 16 + 1 + 16)
  })

  it.each([
    ['is offline', undefined],
    ['makes too few', { vectors: [[1, 2]], input_tokens: 1 }],
    ['makes some that are longer', { vectors: [[1, 2], [3]], input_tokens: 1 }],
    ['makes empty ones', { vectors: [[], []], input_tokens: 1 }],
  ])('come from another machine where one %s', async (_, made: Embedded | undefined) => {
    const first: Machine =
      made === undefined ? { endpoint: one } : { endpoint: one, embed: () => made }
    const site = setup([first, { endpoint: two, embed: () => ({ vectors, input_tokens: 2 }) }])
    expect((await site.embed()).cost.machine_id).toBe(two.machineId)
    expect(site.tried).toMatchObject([{ outcome: 'failed' }, { outcome: 'answered' }])
  })

  it('are refused where no machine makes any', async () => {
    await expect(setup([{ endpoint: anEndpoint(1) }]).embed()).rejects.toMatchObject({
      code: 'unsupported_parameter',
    })
  })
})

function setup(machines: readonly Machine[]) {
  const market = aMarket({ machines })
  const ctx = market.contextFor()
  const payer = { accountId: aPayer, keyId: null }
  const texts = ['a', 'b']
  const { signal } = ctx
  const embed = () => embedTexts(ctx, { payer, modelId: aModel, provider: {}, texts, signal })
  return { ...market, embed }
}
