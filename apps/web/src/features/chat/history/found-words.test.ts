import { describe, expect, it } from 'vitest'
import { excerptOf, foundParts } from './found-words.ts'

describe('foundParts', () => {
  it.each([
    ['A loom weaves; looms weave', 'loom', 'A [loom] weaves; [loom]s weave'],
    ['A loom weaves; looms weave', 'loom weav', 'A [loom] [weav]es; looms [weav]e'],
    ['An heirloom', 'loom', 'An heirloom'],
    ['ÜBER und über', 'über', '[ÜBER] und [über]'],
    ['a (b+ c', '(b+', 'a ([b]+ c'],
    ['linen and wool', '"linen" or silk', '[linen] and wool'],
    ['linen and wool', 'linen -wool', '[linen] and wool'],
    ['anything', '', 'anything'],
    ['anything', '"-', 'anything'],
  ])('marks the matches in “%s” of “%s”', (text, search, marked) => {
    expect(shown(foundParts(text, search))).toBe(marked)
  })

  it('loses no character of the text', () => {
    const text = 'A **loom** weaves, a loom rests.'
    const parts = foundParts(text, 'loom rest')
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(parts.map(({ start }) => text.slice(start)[0])).toEqual(
      parts.map((part) => part.text[0]),
    )
  })
})

describe('excerptOf', () => {
  it.each([
    ['## A **bold** _word_ and `code`', 'A bold word and code'],
    ['snake_case and 2*3 and a-b stay', 'snake_case and 2*3 and a-b stay'],
    ['cut **in the mid', 'cut in the mid'],
    ['the [words](https://a.test/x) of ![a cat](https://a.test/c', 'the words of a cat'],
    ['- [x] done\n- open\n  1. first\n> said', 'done open first said'],
    ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
    ['before\n```python\nprint(1)\n```\nbehind', 'before print(1) behind'],
  ])('strips Markdown syntax: %j', (text, words) => {
    expect(shown(excerptOf(text, ''))).toBe(words)
  })

  it('starts shortly before the first match', () => {
    const text = `${'word '.repeat(30)}then **linen** and more`
    expect(shown(excerptOf(text, 'linen'))).toMatch(/^…(word )+then \[linen\] and more$/)
    expect(shown(excerptOf(text, 'linen')).indexOf('linen')).toBeLessThan(40)
  })

  it('starts with the match if the text before it is a single word', () => {
    expect(shown(excerptOf(`${'x'.repeat(80)}.linen`, 'linen'))).toBe('…[linen]')
  })

  it('returns the whole text if nothing matches', () => {
    expect(shown(excerptOf('other words', 'linen'))).toBe('other words')
  })
})

function shown(parts: ReturnType<typeof foundParts>): string {
  return parts.map(({ text, found }) => (found ? `[${text}]` : text)).join('')
}
