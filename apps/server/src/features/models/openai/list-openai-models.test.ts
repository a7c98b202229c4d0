import { ModelId } from '@gridloom/contract/models/model-id'
import { describe, expect, it } from 'vitest'
import { aMarket, anEndpoint } from '../../../../test/answering.ts'
import type { Endpoints } from '../registry/endpoints.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { listOpenAiModels, readOpenAiModel } from './list-openai-models.ts'

const price = { input_micro_usd: 1_000_000, cached_micro_usd: 0, output_micro_usd: 2_000_000 }

describe('the list of models', () => {
  it('has each served model once, by name', () => {
    const other = ModelId.parse('acme/another')
    const endpoints = served([anEndpoint(1), anEndpoint(2), anEndpoint(3, { modelId: other })])
    expect(listOpenAiModels({ endpoints }).map(({ id }) => id)).toEqual([
      'acme/another',
      'acme/tiny',
    ])
    expect(listOpenAiModels({ endpoints: served([]) })).toEqual([])
  })

  it('shows the lowest price and the largest context of its endpoints', () => {
    const dear = anEndpoint(1, { contextTokens: 8_192, price: { ...price, input_micro_usd: 9e6 } })
    const cheap = anEndpoint(2, { contextTokens: 2_048, price })
    expect(listOpenAiModels({ endpoints: served([dear, cheap]) })).toMatchObject([
      { context_length: 8_192, pricing: { prompt: '0.000001', completion: '0.000002' } },
    ])
  })

  it.each([
    [0, '0'],
    [1, '0.000000000001'],
    [100_000, '0.0000001'],
    [123_456_789, '0.000123456789'],
    [1_000_000_000, '0.001'],
  ])(
    'converts %i micro-dollars per million tokens exactly to %s dollars per token',
    (each, text) => {
      const own = { ...price, input_micro_usd: each, output_micro_usd: each }
      const endpoints = served([anEndpoint(1, { price: own })])
      expect(readOpenAiModel({ endpoints }, 'acme/tiny').pricing).toEqual({
        prompt: text,
        completion: text,
      })
    },
  )

  it('names the author before the first slash as the owner', () => {
    const modelId = ModelId.parse('acme/labs/tiny')
    const endpoints = served([anEndpoint(1, { modelId })])
    expect(listOpenAiModels({ endpoints })).toMatchObject([{ id: modelId, owned_by: 'acme' }])
  })
})

describe('one model', () => {
  it('is found by its id, with or without a routing suffix', () => {
    const endpoints = served([anEndpoint(1)])
    for (const name of ['acme/tiny', 'acme/tiny:floor', 'acme/tiny:nitro'])
      expect(readOpenAiModel({ endpoints }, name)).toMatchObject({
        id: 'acme/tiny',
        object: 'model',
      })
  })

  it.each(['acme/none', 'tiny', '', 'acme/tiny/', '../etc/passwd', 'acme/tiny:other'])(
    'is unknown if no machine serves it under that name: %j',
    (name) => {
      expect(() => readOpenAiModel({ endpoints: served([anEndpoint(1)]) }, name)).toThrow(
        expect.objectContaining({ code: 'model_unknown' }),
      )
    },
  )
})

/** The endpoints of one replica. */
function served(live: readonly LiveEndpoint[]): Endpoints {
  return aMarket({ machines: live.map((endpoint) => ({ endpoint })) }).contextFor().endpoints
}
