import { expect, it } from 'vitest'
import { uptimeHours } from './uptime-hours.ts'

const hourMs = 3_600_000
const noon = Date.parse('2026-11-23T12:00:00.000Z')

it('gives the share of each recorded hour, and of the current one so far', () => {
  const records = [
    { at: at(-3), online_ms: 0 },
    { at: at(-2), online_ms: hourMs },
    { at: at(-1), online_ms: 1.5 * hourMs },
    { at: at(0), online_ms: 1.5 * hourMs },
  ]
  const now = { at: new Date(noon + hourMs / 2), online_ms: 2 * hourMs }
  const hours = uptimeHours(records, now)
  expect(hours).toHaveLength(24)
  expect(hours.slice(-4)).toEqual([100, 50, 0, 100])
  expect(hours.slice(0, -4).every((hour) => hour === null)).toBe(true)
})

it('counts the first hour from its enrolment, and never more than all of it', () => {
  const records = [{ at: at(-0.5), online_ms: 0 }]
  const hours = uptimeHours(records, { at: new Date(noon - 60_000), online_ms: 2 * hourMs })
  expect(hours.at(-1)).toBe(100)
})

function at(hours: number): string {
  return new Date(noon + hours * hourMs).toISOString()
}
