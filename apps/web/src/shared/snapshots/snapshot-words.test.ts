import { expect, it } from 'vitest'
import { moveTime } from './snapshot-words.ts'

it.each([
  [0, 'about 1 min'],
  [10e9, 'about 5 min'],
  [500e9, 'about 4 h'],
])('estimates the time of a move of %d bytes', (bytes, words) => {
  expect(moveTime(bytes)).toBe(words)
})
