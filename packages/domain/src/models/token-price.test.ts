import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerPrice, dearestAnswer, lowestPrice } from './token-price.ts'

describe('the price of an answer', () => {
  it('charges each kind of token at its price, and rounds up once', () => {
    const used = { input: 1_000, cached: 400, output: 200 }
    expect(answerPrice(used, price)).toBe(600 * 500 + 400 * 50 + 200 * 1_000)
    const low = { ...price, input_micro_usd: 1 }
    expect(answerPrice({ input: 1, cached: 0, output: 0 }, low)).toBe(1)
    expect(answerPrice({ input: 0, cached: 0, output: 0 }, price)).toBe(0)
  })

  it('is zero for a free model', () => {
    const free = { input_micro_usd: 0, cached_micro_usd: 0, output_micro_usd: 0 }
    expect(answerPrice({ input: 9_999_999, cached: 5, output: 9_999_999 }, free)).toBe(0)
  })

  it('is rounded up by less than a micro-dollar', () => {
    fc.assert(
      fc.property(someUse, somePrice, (used, prices) => {
        const exact =
          BigInt(used.input - used.cached) * BigInt(prices.input_micro_usd) +
          BigInt(used.cached) * BigInt(prices.cached_micro_usd) +
          BigInt(used.output) * BigInt(prices.output_micro_usd)
        const above = BigInt(answerPrice(used, prices)) * 1_000_000n - exact
        expect(above >= 0n && above < 1_000_000n).toBe(true)
      }),
    )
  })

  it('never exceeds the hold, even if cached tokens cost more', () => {
    fc.assert(
      fc.property(someUse, somePrice, fc.nat(1_000), (used, prices, more) => {
        const most = { input: used.input + more, outputMax: used.output + more }
        expect(answerPrice(used, prices)).toBeLessThanOrEqual(dearestAnswer(most, prices))
      }),
    )
  })

  it.each([
    { input: -1, cached: 0, output: 0 },
    { input: 1.5, cached: 0, output: 0 },
    { input: 1, cached: 2, output: 0 },
    { input: 0, cached: 0, output: Number.NaN },
    { input: Number.MAX_SAFE_INTEGER, cached: 0, output: Number.MAX_SAFE_INTEGER },
  ])('throws for impossible counts: %o', (used) => {
    const dear = { ...price, input_micro_usd: 1_000_000_000, output_micro_usd: 1_000_000_000 }
    expect(() => answerPrice(used, dear)).toThrow(RangeError)
  })
})

it('finds the lowest price for as much input as output, and undefined for none', () => {
  const cheapToRead = { input_micro_usd: 0, cached_micro_usd: 0, output_micro_usd: 9 }
  const even = { input_micro_usd: 4, cached_micro_usd: 4, output_micro_usd: 4 }
  expect(lowestPrice([cheapToRead, even])).toBe(even)
  expect(lowestPrice([even, { ...even, cached_micro_usd: 0 }])).toBe(even)
  expect(lowestPrice([])).toBeUndefined()
})

/** Micro-dollars per million tokens: $500, $50 and $1,000. */
const price = {
  input_micro_usd: 500_000_000,
  cached_micro_usd: 50_000_000,
  output_micro_usd: 1_000_000_000,
}

const someUse = fc
  .tuple(fc.nat(10_000_000), fc.nat(10_000_000), fc.nat(1_000_000))
  .map(([one, other, output]) => ({
    input: Math.max(one, other),
    cached: Math.min(one, other),
    output,
  }))
const perMillion = fc.nat(1_000_000_000)
const somePrice = fc.record({
  input_micro_usd: perMillion,
  cached_micro_usd: perMillion,
  output_micro_usd: perMillion,
})
