import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connectedTime } from './connected-time.ts'

const centuryMs = 100 * 366 * 86_400_000
const anyMs = fc.integer({ min: 0, max: centuryMs })
const minutesOf = ({ days, hours, minutes }: ReturnType<typeof connectedTime>) =>
  (days * 24 + hours) * 60 + minutes

it('splits a time into days, hours and minutes', () => {
  expect(connectedTime(0)).toEqual({ days: 0, hours: 0, minutes: 0 })
  expect(connectedTime(59_999)).toEqual({ days: 0, hours: 0, minutes: 0 })
  expect(connectedTime(86_400_000 + 3_600_000 + 60_000)).toEqual({ days: 1, hours: 1, minutes: 1 })
  expect(connectedTime(86_399_999)).toEqual({ days: 0, hours: 23, minutes: 59 })
})

it('loses less than a minute, and never shows more than passed', () => {
  fc.assert(
    fc.property(anyMs, (ms) => {
      const shownMs = minutesOf(connectedTime(ms)) * 60_000
      expect(shownMs).toBeLessThanOrEqual(ms)
      expect(ms - shownMs).toBeLessThan(60_000)
    }),
  )
})

it('keeps hours below 24 and minutes below 60', () => {
  fc.assert(
    fc.property(anyMs, (ms) => {
      const { hours, minutes } = connectedTime(ms)
      expect(hours).toBeLessThan(24)
      expect(minutes).toBeLessThan(60)
    }),
  )
})

it('never shrinks while the time grows', () => {
  fc.assert(
    fc.property(anyMs, anyMs, (one, more) => {
      expect(minutesOf(connectedTime(one + more))).toBeGreaterThanOrEqual(
        minutesOf(connectedTime(one)),
      )
    }),
  )
})
