import { expect, it } from 'vitest'
import { lastsUntil } from './lasts-until.ts'

const as_of = '2026-11-21T12:00:00.000Z'

it('a balance lasts until a day, and until an hour where it is near', () => {
  expect(lastsUntil({ as_of, lasts_s: 10 * 86_400 })).toBe('Lasts until Dec 1, 2026 at this rate')
  expect(lastsUntil({ as_of, lasts_s: 3_600 })).toMatch(/Nov 21, 2026, \d+:00/)
})

it('a balance without charges has no end, and an empty one none ahead', () => {
  expect(lastsUntil({ as_of, lasts_s: null })).toBe('No active charges')
  expect(lastsUntil({ as_of, lasts_s: 0 })).toBe('Used up')
  expect(lastsUntil({ as_of, lasts_s: 1e9 })).toBe('Lasts more than a year at this rate')
})
