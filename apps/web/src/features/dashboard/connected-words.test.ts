import { expect, it } from 'vitest'
import { connectedWords } from './connected-words.ts'

const written = (time: Parameters<typeof connectedWords>[0]) =>
  connectedWords(time).replaceAll('\u00a0', ' ')

it('a connected time has days, hours and minutes, without leading zeros', () => {
  expect(written({ days: 12, hours: 0, minutes: 31 })).toBe('12 d 0 h 31 min')
  expect(written({ days: 0, hours: 4, minutes: 0 })).toBe('4 h 0 min')
  expect(written({ days: 0, hours: 0, minutes: 0 })).toBe('0 min')
})
