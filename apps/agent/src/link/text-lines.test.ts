import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TextLines } from './text-lines.ts'

it('gives lines once they are whole, however many come at once', () => {
  const lines = new TextLines(100)
  expect(lines.add('one')).toEqual([])
  expect(lines.add('\ntwo\n\nthr')).toEqual(['one', 'two', ''])
  expect(lines.add('ee\n')).toEqual(['three'])
})

it('gives the same lines wherever the text is cut', () => {
  const texts = fc.array(fc.string().filter((text) => !text.includes('\n')))
  fc.assert(
    fc.property(texts, fc.array(fc.nat(300), { maxLength: 20 }), (lines, cuts) => {
      const text = lines.map((line) => `${line}\n`).join('')
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length]
      const sorted = places.toSorted((one, other) => one - other)
      const reader = new TextLines(10_000)
      const read = sorted.flatMap((place, at) => reader.add(text.slice(sorted[at - 1] ?? 0, place)))
      expect(read).toEqual(lines)
    }),
  )
})

it('takes no line that never ends, whether it comes at once or in pieces', () => {
  expect(() => new TextLines(10).add('x'.repeat(11))).toThrow(RangeError)
  const lines = new TextLines(10)
  lines.add('x'.repeat(10))
  expect(() => lines.add('x')).toThrow('longer than 10 characters')
})
