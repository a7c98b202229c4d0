import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokensAtMost, uncountedTokens } from './text-tokens.ts'

describe('the most tokens of a text', () => {
  it.each([
    ['', 0],
    ['Hello', 3],
    ['What is 2 plus 3?', 10],
    ['camelCase HTTP2', 3 + 2 + 2 + 1],
    ['  x\n', 1 + 1 + 1],
    ['é', 2],
    ['日本', 6],
    ['😀', 4],
  ])('of %j is %i', (text, tokens) => {
    expect(tokensAtMost(text)).toBe(tokens)
  })

  it('is at most its bytes, and half of them for prose', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(tokensAtMost(text)).toBeLessThanOrEqual(Buffer.byteLength(text))
      }),
    )
    const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(10)
    expect(tokensAtMost(prose)).toBeLessThan(prose.length * 0.6)
    expect(tokensAtMost(prose)).toBeGreaterThan(prose.length / 4.5)
  })

  it('of a megabyte is found in a moment', () => {
    expect(tokensAtMost('a '.repeat(500_000))).toBe(32_768 + 1_000_000 - 65_536)
  })
})

it('charges fewer tokens than any tokenizer finds, where nobody counted', () => {
  expect([0, 1, 6, 7, 1_000].map(uncountedTokens)).toEqual([0, 1, 1, 2, 167])
})
