import { expect, it } from 'vitest'
import { dayOf } from '../../../browser/day-of.ts'
import { byDay } from './by-day.ts'

it('names days as people do, from the reader’s own midnight on', () => {
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

it('takes what another clock has put into tomorrow for today', () => {
  expect(namesOf([local(2026, 11, 22, 1), local(2026, 11, 21, 1)])).toEqual([['Today', 2]])
})

it('has no group without anything in it', () => {
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
