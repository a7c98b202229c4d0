import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeOfferQuery } from './complete-query.ts'

const facts = {
  gpu_model: [
    { value: 'NVIDIA GeForce RTX 4090', offers: 12 },
    { value: 'NVIDIA A100-SXM4-80GB', offers: 3 },
  ],
  country: [{ value: 'DE', offers: 4 }],
}

describe('completeOfferQuery', () => {
  it.each([
    ['vr', 'vram>='],
    ['kind:gpu pri', 'price<='],
    ['-cou', '-country:'],
    ['ram', 'memory>='],
    ['gpu:40', '"NVIDIA GeForce RTX 4090"'],
    ['gpu:"rtx 4', '"NVIDIA GeForce RTX 4090"'],
    ['gpu:4090,a1', '"NVIDIA A100-SXM4-80GB"'],
    ['country:', 'DE'],
    ['render:', 'yes'],
    ['region:E', 'EU'],
    ['vram>=24', '24g'],
  ])('goes on with %s', (text, suggested) => {
    const { suggestions } = completeOfferQuery(text, text.length, facts)
    expect(suggestions.map((each) => each.text)).toContain(suggested)
  })

  it('replaces only the word at the cursor', () => {
    const text = 'gpu:4090,a1 vram>=24'
    const { from, to } = completeOfferQuery(text, 11, facts)
    expect(text.slice(from, to)).toBe('a1')
  })

  it('suggests names for an empty query, and nothing for an unknown field', () => {
    expect(completeOfferQuery('', 0).suggestions.length).toBe(20)
    expect(completeOfferQuery('nothing:', 8).suggestions).toEqual([])
  })

  it('replaces a part of the text before the cursor, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(40), (text, place) => {
        const cursor = Math.min(place, text.length)
        const { from, to } = completeOfferQuery(text, cursor, facts)
        expect(to).toBe(cursor)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(from).toBeLessThanOrEqual(to)
      }),
    )
  })
})
