import { expect, it } from 'vitest'
import { providerScore } from './provider-score.ts'

it('weighs machines by their slots and leaves new ones out', () => {
  expect(providerScore([])).toBeNull()
  expect(providerScore([{ score: null, slots: 8 }])).toBeNull()
  expect(
    providerScore([
      { score: 100, slots: 3 },
      { score: 60, slots: 1 },
      { score: null, slots: 50 },
    ]),
  ).toBe(90)
  expect(providerScore([{ score: 70, slots: 0 }])).toBe(70)
})
