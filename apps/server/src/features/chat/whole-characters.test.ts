import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wholeCharacters } from './whole-characters.ts'

it('holds back the first half of a surrogate pair until the second arrives', () => {
  const whole = wholeCharacters()
  expect(whole.take('a\uD83D')).toBe('a')
  expect(whole.take('\uDE00b')).toBe('😀b')
  expect(whole.rest()).toBe('')
})

it('replaces lone surrogates', () => {
  const whole = wholeCharacters()
  expect(whole.take('\uDE00a\uD83D')).toBe('\uFFFDa')
  expect(whole.take('\uD83D')).toBe('\uFFFD')
  expect(whole.rest()).toBe('\uFFFD')
  expect(whole.rest()).toBe('')
})

it('replaces NUL, which the database rejects', () => {
  expect(wholeCharacters().take('a\0b')).toBe('a\uFFFDb')
})

it('returns the same text wherever it is split', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(texts, fc.array(fc.nat(40), { maxLength: 10 }), (text, places) => {
      const cuts = [0, ...places.map((one) => one % (text.length + 1)), text.length]
      cuts.sort((a, b) => a - b)
      const whole = wholeCharacters()
      const taken = cuts.map((cut, at) => whole.take(text.slice(cuts[at - 1] ?? 0, cut)))
      for (const one of taken) expect(one.isWellFormed()).toBe(true)
      expect(taken.join('') + whole.rest()).toBe(text.replaceAll('\0', '\uFFFD'))
    }),
  )
})
