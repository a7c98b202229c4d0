import { expect, it } from 'vitest'
import { dayOf } from '../../../browser/day-of.ts'
import { byDay } from './by-day.ts'

it('groups by day from the reader’s own midnight, then by month', () => {
  expect(
    namesOf([
      local(2026, 11, 21, 23),
      local(2026, 11, 21, 0),
      local(2026, 11, 20, 23, 59),
      local(2026, 11, 20, 0),
      local(2026, 11, 19, 23, 59),
      local(2026, 11, 14, 0),
      local(2026, 11, 13, 23, 59),
      local(2026, 10, 31, 12),
      local(2025, 10, 31, 12),
    ]),
  ).toEqual([
    ['Today', 2],
    ['Yesterday', 2],
    ['Previous 7 days', 2],
    ['November 2026', 1],
    ['October 2026', 1],
    ['October 2025', 1],
  ])
})

it('counts tomorrow’s date of a clock that is ahead as today', () => {
  expect(namesOf([local(2026, 11, 22, 1), local(2026, 11, 21, 1)])).toEqual([['Today', 2]])
})

it('returns no groups for no items', () => {
  expect(byDay([], 0)).toEqual([])
})

function namesOf(times: readonly number[]) {
  const items = times.map((ms) => ({ changed_at: new Date(ms).toISOString() }))
  const groups = byDay(items, dayOf(local(2026, 11, 21, 15)))
  return groups.map(({ name, items: group }) => [name, group.length])
}

function local(year: number, month: number, day: number, hour: number, minute = 0): number {
  return new Date(year, month - 1, day, hour, minute).getTime()
}
