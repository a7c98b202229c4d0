import { describe, expect, it } from 'vitest'
import { aModel, aServedModel, smolId } from '../../../testing/model-samples.ts'
import {
  fieldAt,
  firstServeDraft,
  priceFields,
  readServeDraft,
  type ServeDraft,
  suggestPrice,
} from './serve-draft.ts'

const filled: ServeDraft = {
  ...firstServeDraft(),
  model: smolId,
  input_micro_usd: '0.02',
  cached_micro_usd: 0.005,
  output_micro_usd: '0.06',
}
const price = { input_micro_usd: 20_000, cached_micro_usd: 5_000, output_micro_usd: 60_000 }

describe('readServeDraft', () => {
  it('returns the order that the contract accepts, with the largest context that fits', () => {
    expect(readServeDraft(filled)).toEqual({
      ok: true,
      order: { engine: { kind: 'llama', context_tokens: null }, price, slots: 2 },
    })
  })

  it('returns an own engine with its address and context length', () => {
    const read = readServeDraft({
      ...filled,
      engine: 'openai-http',
      base_url: ' http://127.0.0.1:8000/v1 ',
      upstream_model: 'smollm',
      context_tokens: '8192',
      slots: '16',
    })
    expect(read).toEqual({
      ok: true,
      order: {
        engine: {
          kind: 'openai-http',
          base_url: 'http://127.0.0.1:8000/v1',
          upstream_model: 'smollm',
          context_tokens: 8_192,
        },
        price,
        slots: 16,
      },
    })
  })

  it('returns a problem for each invalid field', () => {
    const empty: ServeDraft = {
      ...firstServeDraft(),
      engine: 'openai-http',
      base_url: 'ftp://here',
      slots: '',
    }
    const read = readServeDraft(empty)
    expect(read.ok ? [] : Object.keys(read.problems).sort()).toEqual([
      'base_url',
      'cached_micro_usd',
      'context_tokens',
      'input_micro_usd',
      'model',
      'output_micro_usd',
      'slots',
      'upstream_model',
    ])
  })

  it('rejects a base URL with a password', () => {
    const beside = { ...filled, engine: 'openai-http' as const, upstream_model: 'm' }
    const read = readServeDraft({
      ...beside,
      context_tokens: 4_096,
      base_url: 'http://me:pass@h/v1',
    })
    expect(read.ok ? [] : Object.keys(read.problems)).toEqual(['base_url'])
  })

  it('rejects an empty price, and accepts a price of 0', () => {
    expect(readServeDraft({ ...filled, input_micro_usd: '' }).ok).toBe(false)
    expect(readServeDraft({ ...filled, input_micro_usd: 0 }).ok).toBe(true)
    expect(readServeDraft({ ...filled, input_micro_usd: '1000.01' }).ok).toBe(false)
  })
})

describe('firstServeDraft', () => {
  it('starts an edit from the current order', () => {
    const order = { engine: { kind: 'llama' as const, context_tokens: 1_024 }, price, slots: 7 }
    const draft = firstServeDraft(aServedModel({ order }))
    expect(draft).toMatchObject({ model: smolId, engine: 'llama', slots: 7, ...priceFields(price) })
    expect(readServeDraft(draft)).toEqual({ ok: true, order })
  })

  it('keeps the address of an own engine, and that it stores nothing', () => {
    const engine = {
      kind: 'openai-http' as const,
      base_url: 'http://127.0.0.1:8000/v1',
      upstream_model: 'm',
      context_tokens: 4_096,
      data_collection: 'deny' as const,
    }
    const order = { engine, price, slots: 3 }
    expect(readServeDraft(firstServeDraft(aServedModel({ order })))).toEqual({ ok: true, order })
  })
})

describe('suggestPrice', () => {
  it('returns the price of the cheapest machine', () => {
    expect(suggestPrice(aModel())).toEqual({ price, from: 'cheapest' })
  })

  it('estimates by size when no machine serves the model', () => {
    const big = suggestPrice({ price: null, parameters: 70_000_000_000 })
    expect(big.price.input_micro_usd).toBe(700_000)
    const unknown = suggestPrice({ price: null, parameters: null })
    expect(unknown).toMatchObject({ from: 'size', price: { input_micro_usd: 10_000 } })
  })
})

describe('fieldAt', () => {
  it('maps a path of the order to its field', () => {
    expect(fieldAt('engine.base_url')).toBe('base_url')
    expect(fieldAt('slots')).toBe('slots')
    expect(fieldAt('engine.kind')).toBe('engine')
    expect(fieldAt('nothing.here')).toBeUndefined()
  })
})
