import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TextLines } from './text-lines.ts'

it('assembles lines from chunks, without their line ends', () => {
  const lines = new TextLines({ charsMax: 100, tooLong: 'throw' })
  expect(lines.add('one\r')).toEqual([])
  expect(lines.add('\ntwo\n\nthr')).toEqual(['one', 'two', ''])
  expect(lines.rest()).toBe('thr')
})

it('throws for a line over the limit, complete or not', () => {
  const lines = () => new TextLines({ charsMax: 3, tooLong: 'throw' })
  expect(() => lines().add('abcd')).toThrow(RangeError)
  expect(() => lines().add('abcd\n')).toThrow(RangeError)
  expect(lines().add('abc\n')).toEqual(['abc'])
})

it('cuts a line over the limit', () => {
  const lines = new TextLines({ charsMax: 3, tooLong: 'cut' })
  lines.add('abcd')
  expect(lines.rest()).toBe('abc')
  expect(lines.add('efg\nhijkl\n')).toEqual(['abc', 'hij'])
})

it('returns the same lines wherever the text is split', () => {
  const texts = fc.array(fc.string().filter((text) => !/[\r\n]/.test(text)))
  fc.assert(
    fc.property(texts, fc.array(fc.nat(300), { maxLength: 20 }), (lines, cuts) => {
      const text = lines.map((line) => `${line}\n`).join('')
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length]
      const sorted = places.toSorted((one, other) => one - other)
      const reader = new TextLines({ charsMax: 10_000, tooLong: 'throw' })
      const read = sorted.flatMap((place, at) => reader.add(text.slice(sorted[at - 1] ?? 0, place)))
      expect(read).toEqual(lines)
    }),
  )
})
