import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersOver, countText } from './count-text.ts'

const mastodon = { unit: 'graphemes', links_as: 23 } as const
const plain = { unit: 'characters', links_as: null } as const
const word = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '.', '界', '😀'), maxLength: 30 })
const path = fc.string({ unit: fc.constantFrom('a', '/', '-', '1'), minLength: 1, maxLength: 40 })

describe('the length of a text', () => {
  it.each([
    ['', 0, 0],
    ['abc', 3, 3],
    ['👩‍👩‍👧', 5, 1],
    ['e\u0301', 2, 1],
    ['🇩🇪', 2, 1],
    ['see https://a.example/b.', 24, 28],
    ['@ada@social.example hi', 22, 7],
    ['(https://a.example/b)', 21, 25],
  ])('of %j is %i characters, and %i on Mastodon', (text, characters, there) => {
    expect(countText(text, plain)).toBe(characters)
    expect(countText(text, mastodon)).toBe(there)
  })

  it.each([
    ['abc', 3],
    ['界界', 4],
    ['👩‍👩‍👧', 2],
    ['é 😀 https://a.example/b', 28],
  ])('of %j is %i on X', (text, length) => {
    expect(countText(text, { unit: 'weighted', links_as: 23 })).toBe(length)
  })

  it('counts each link as 23, however long it is', () => {
    fc.assert(
      fc.property(word, path, path, (text, first, second) => {
        const lengthOf = (rest: string) =>
          countText(`${text}\nhttps://x.example/${rest}0`, mastodon)
        expect(lengthOf(first)).toBe(lengthOf(second))
      }),
    )
  })

  it('never counts more graphemes than characters, and adds up over lines without links', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const graphemes = { unit: 'graphemes', links_as: null } as const
        expect(countText(one, graphemes)).toBeLessThanOrEqual(countText(one, plain))
        expect(countText(`${one}\n${other}`, graphemes)).toBe(
          countText(one, graphemes) + 1 + countText(other, graphemes),
        )
      }),
    )
  })

  it('fits exactly at the limit', () => {
    const limits = { ...plain, text_max: 3 }
    expect(charactersOver('abc', limits)).toBe(0)
    expect(charactersOver('abcd', limits)).toBe(1)
  })
})
