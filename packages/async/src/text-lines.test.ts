import { expect, it } from 'vitest'
import { TextLines } from './text-lines.ts'

it('puts lines together out of pieces, and takes their ends off', () => {
  const lines = new TextLines({ charsMax: 100, tooLong: 'throw' })
  expect(lines.add('one\r')).toEqual([])
  expect(lines.add('\ntwo\n\nthr')).toEqual(['one', 'two', ''])
  expect(lines.rest()).toBe('thr')
})

it('refuses a line that is longer than the limit, whole or not', () => {
  const lines = () => new TextLines({ charsMax: 3, tooLong: 'throw' })
  expect(() => lines().add('abcd')).toThrow(RangeError)
  expect(() => lines().add('abcd\n')).toThrow(RangeError)
  expect(lines().add('abc\n')).toEqual(['abc'])
})

it('cuts a line that is longer than the limit, and holds no more of it', () => {
  const lines = new TextLines({ charsMax: 3, tooLong: 'cut' })
  lines.add('abcd')
  expect(lines.rest()).toBe('abc')
  expect(lines.add('efg\nhijkl\n')).toEqual(['abc', 'hij'])
})
