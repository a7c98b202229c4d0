import fc from 'fast-check'
import { expect, it } from 'vitest'
import { growingText } from './growing-text.ts'

it('is the concatenation of its deltas, and returns the text after any offset', () => {
  const deltas = fc.array(fc.string({ maxLength: 3_000 }), { maxLength: 12 })
  fc.assert(
    fc.property(deltas, fc.nat(), (some, seed) => {
      const text = growingText()
      for (const delta of some) text.append(delta)
      const whole = some.join('')
      const offset = seed % (whole.length + 1)
      expect(text.whole()).toBe(whole)
      expect(text.length).toBe(whole.length)
      expect(text.behind(offset)).toBe(whole.slice(offset))
    }),
  )
})

it('returns nothing after an offset beyond its end', () => {
  const text = growingText()
  text.append('loom')
  expect(text.behind(400)).toBe('')
})

it('returns the text after an offset across block boundaries', () => {
  const text = growingText()
  text.append('a'.repeat(5_000))
  text.append('b'.repeat(5_000))
  text.append('c')
  expect(text.behind(4_999)).toBe(`a${'b'.repeat(5_000)}c`)
  expect(text.behind(10_000)).toBe('c')
})
