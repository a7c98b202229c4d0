import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  claimablePeriods,
  mondayOfWeek,
  periodAt,
  periodByKey,
  weekBegin,
  weekKey,
} from './mission-periods.ts'

const hourMs = 3_600_000
const at = (text: string) => new Date(`${text}Z`)
const window = {
  startsAt: at('2026-11-18T12:00:00'),
  endsAt: at('2026-12-02T12:00:00'),
  repeat: 'weekly',
} as const

it('names ISO weeks by the year of their Thursday', () => {
  const weeks = ['2026-11-21', '2027-01-03', '2027-01-04', '2024-12-30', '2020-12-31']
  expect(weeks.map((day) => weekKey(at(`${day}T23:59:59.999`)))).toEqual([
    '2026-W47',
    '2026-W53',
    '2027-W01',
    '2025-W01',
    '2020-W53',
  ])
})

it('cuts the first and the last week at the window', () => {
  expect(periodAt(window, at('2026-11-18T11:59:59.999'))).toBeNull()
  expect(periodAt(window, at('2026-11-22T23:59:59.999'))).toEqual({
    ...{ key: '2026-W47', from: window.startsAt, to: at('2026-11-23T00:00:00') },
  })
  expect(periodAt(window, at('2026-12-02T11:59:59.999'))?.to).toEqual(window.endsAt)
  expect(periodAt(window, window.endsAt)).toBeNull()
})

it('keeps a period claimable for its grace, to the millisecond, also after the window', () => {
  const keys = (now: string) => claimablePeriods(window, at(now), 72 * hourMs).map(({ key }) => key)
  expect(keys('2026-11-25T23:59:59.999')).toEqual(['2026-W47', '2026-W48'])
  expect(keys('2026-11-26T00:00:00')).toEqual(['2026-W48'])
  expect(keys('2026-12-05T11:59:59.999')).toEqual(['2026-W49'])
  expect(keys('2026-12-05T12:00:00')).toEqual([])
  expect(keys('2026-11-01T00:00:00')).toEqual([])
})

it('has each moment of its window in one period, whose bounds are inside the window', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 14 * 24 * hourMs - 1 }), (ms) => {
      const now = new Date(window.startsAt.getTime() + ms)
      const period = periodAt(window, now)
      if (period === null) throw new Error('within the window')
      expect(period.from <= now && now < period.to).toBe(true)
      expect(periodAt(window, period.from)).toEqual(period)
      expect(period.from >= window.startsAt && period.to <= window.endsAt).toBe(true)
    }),
  )
})

it('finds the Monday of each ISO week, and none for weeks that a year does not have', () => {
  expect(mondayOfWeek('2026-W48')).toEqual(at('2026-11-23T00:00:00'))
  expect(mondayOfWeek('2026-W53')).toEqual(at('2026-12-28T00:00:00'))
  expect(mondayOfWeek('2025-W01')).toEqual(at('2024-12-30T00:00:00'))
  expect(['2025-W53', '2026-W00', '2026-W54', 'x', ''].map(mondayOfWeek)).toEqual([
    ...[null, null, null, null, null],
  ])
  fc.assert(
    fc.property(
      fc.date({ min: at('1990-01-01T00:00:00'), max: at('2190-01-01T00:00:00') }),
      (day) => {
        fc.pre(!Number.isNaN(day.getTime()))
        expect(mondayOfWeek(weekKey(day))).toEqual(weekBegin(day))
      },
    ),
  )
})

it('finds the period of each time again by its key', () => {
  const hours = fc.integer({ min: 0, max: 24 * 800 })
  const repeats = fc.constantFrom('once' as const, 'weekly' as const)
  fc.assert(
    fc.property(hours, hours, hours, repeats, (start, length, after, repeat) => {
      const startsAt = new Date(Date.UTC(2024, 11, 20) + start * hourMs)
      const endsAt = new Date(startsAt.getTime() + (length + 1) * hourMs)
      const some = { startsAt, endsAt, repeat }
      const period = periodAt(some, new Date(startsAt.getTime() + (after % (length + 1)) * hourMs))
      expect(period).not.toBeNull()
      expect(periodByKey(some, period?.key ?? '')).toEqual(period)
    }),
  )
  expect(periodByKey(window, '2026-W46')).toBeNull()
  expect(periodByKey(window, 'once')).toBeNull()
})
