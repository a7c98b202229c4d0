import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasWords, wordsOf } from './words.ts'

describe('hasWords', () => {
  it.each([
    ['NVIDIA GeForce RTX 4090', '4090', true],
    ['NVIDIA GeForce RTX 4090', 'rtx4090', true],
    ['NVIDIA GeForce RTX 4090', 'RTX 4090', true],
    ['NVIDIA GeForce RTX 4090', '409', false],
    ['NVIDIA A100-SXM4-80GB', 'a100', true],
    ['NVIDIA A100-SXM4-80GB', 'A100 80GB', false],
    ['NVIDIA RTX A1000', 'a100', false],
    ['NVIDIA GeForce RTX 3090 Ti', '3090ti', true],
    ['HuggingFaceTB/SmolLM2-135M-Instruct', 'smollm2', true],
    ['AMD EPYC 7543', '-', false],
  ])('in %s, %s: %s', (text, value, expected) => {
    expect(hasWords(wordsOf(text), wordsOf(value))).toBe(expected)
  })

  it('finds every text with a letter or digit in itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(hasWords(wordsOf(text), wordsOf(text))).toBe(
          /[\p{L}\p{M}\p{N}]/u.test(text.toLowerCase()),
        )
      }),
    )
  })
})
