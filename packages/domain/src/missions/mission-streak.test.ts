import fc from 'fast-check'
import { expect, it } from 'vitest'
import { streakOf } from './mission-streak.ts'

const at = (text: string) => new Date(`${text}Z`)
const weekMs = 7 * 86_400_000

it('counts weeks in a row until this week or the one before', () => {
  const claims = ['2026-11-02', '2026-11-11', '2026-11-12', '2026-11-22'].map((day) =>
    at(`${day}T08:00:00`),
  )
  const weeks = (now: string) => streakOf(claims, at(now)).weeks
  expect(weeks('2026-11-22T09:00:00')).toBe(3)
  expect(weeks('2026-11-29T23:59:59.999')).toBe(3)
  expect(weeks('2026-11-30T00:00:00')).toBe(0)
  expect(streakOf([], at('2026-11-30T09:00:00'))).toMatchObject({ weeks: 0, longestWeeks: 0 })
})

it('keeps the longest one, and says until when a claim keeps the present one', () => {
  const claims = ['2026-09-01', '2026-09-08', '2026-09-15', '2026-11-16', '2026-11-23'].map((day) =>
    at(`${day}T08:00:00`),
  )
  expect(streakOf(claims, at('2026-11-24T00:00:00'))).toEqual({
    ...{ weeks: 2, longestWeeks: 3, isClaimedThisWeek: true },
    claimBefore: at('2026-12-07T00:00:00'),
  })
  expect(streakOf(claims, at('2026-12-02T00:00:00'))).toMatchObject({
    ...{ weeks: 2, isClaimedThisWeek: false, claimBefore: at('2026-12-07T00:00:00') },
  })
  expect(streakOf(claims, at('2026-12-07T00:00:00'))).toMatchObject({ weeks: 0, longestWeeks: 3 })
})

it('is kept by one claim a week, whenever in the week', () => {
  const offsets = fc.array(fc.integer({ min: 0, max: weekMs - 1 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(offsets, (ms) => {
      const first = at('2026-01-05T00:00:00').getTime()
      const claims = ms.map((offset, n) => new Date(first + n * weekMs + offset))
      const now = claims.at(-1) ?? new Date(first)
      expect(streakOf(claims, now)).toMatchObject({ weeks: ms.length, longestWeeks: ms.length })
    }),
  )
})
