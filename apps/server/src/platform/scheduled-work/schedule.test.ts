import { expect, it } from 'vitest'
import { lastDueAt, type Schedule } from './schedule.ts'

const hourly: Schedule = { every: 'hour', minute: 17 }
const daily: Schedule = { every: 'day', hour: 4, minute: 7 }

it.each<[Schedule, string, string]>([
  [hourly, '2026-03-01T10:17:00.000Z', '2026-03-01T10:17:00.000Z'],
  [hourly, '2026-03-01T10:16:59.999Z', '2026-03-01T09:17:00.000Z'],
  [hourly, '2026-03-01T00:05:00.000Z', '2026-02-28T23:17:00.000Z'],
  [daily, '2026-03-01T04:07:00.000Z', '2026-03-01T04:07:00.000Z'],
  [daily, '2026-03-01T04:06:59.999Z', '2026-02-28T04:07:00.000Z'],
  [daily, '2026-01-01T00:00:00.000Z', '2025-12-31T04:07:00.000Z'],
])('computes when %o, at %s, was last due', (schedule, now, due) => {
  expect(lastDueAt(schedule, new Date(now)).toISOString()).toBe(due)
})
