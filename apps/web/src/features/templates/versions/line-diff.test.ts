import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines } from './line-diff.ts'

describe('a comparison of lines', () => {
  it('keeps what both texts have, in order', () => {
    expect(shown('a\nb\nc\nd\n', 'a\nx\nc\ny\nd\n')).toEqual([' a', '-b', '+x', ' c', '+y', ' d'])
  })

  it('shows an empty text as no line', () => {
    expect(shown('', 'a')).toEqual(['+a'])
    expect(shown('a\nb', '')).toEqual(['-a', '-b'])
    expect(shown('', '')).toEqual([])
  })

  it('shows a moved line once as removed and once as added', () => {
    expect(shown('a\nb\nc', 'b\nc\na')).toEqual(['-a', ' b', ' c', '+a'])
  })

  it('gives both texts back, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after)
        const join = (without: string) =>
          lines
            .filter(({ kind }) => kind !== without)
            .map((line) => `${line.text}\n`)
            .join('')
        expect(join('added')).toBe(before)
        expect(join('removed')).toBe(after)
      }),
    )
  })

  it('shows long texts that differ everywhere as replaced, without comparing every pair', () => {
    const before = Array.from({ length: 3_000 }, (_, at) => `a${at}`).join('\n')
    const after = Array.from({ length: 3_000 }, (_, at) => `b${at}`).join('\n')
    const lines = diffLines(`same\n${before}`, `same\n${after}`)
    expect(lines).toHaveLength(6_001)
    expect(lines[0]).toEqual({ kind: 'same', text: 'same' })
    expect(lines.slice(1, 3_001).every(({ kind }) => kind === 'removed')).toBe(true)
  })
})

const signs = { same: ' ', removed: '-', added: '+' }

function shown(before: string, after: string): string[] {
  return diffLines(before, after).map(({ kind, text }) => signs[kind] + text)
}
