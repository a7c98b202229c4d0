import { expect, it } from 'vitest'
import { formatDuration } from './format-duration.ts'

it.each([
  [-3, '0 s'],
  [0.9, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [185, '3 min 5 s'],
  [3_600, '1 h'],
  [3_605, '1 h'],
  [7_800, '2 h 10 min'],
  [86_400 * 4 + 3 * 3_600 + 59, '4 d 3 h'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
