import { expect, it } from 'vitest'
import { failureOfStatus, isBeyondSchedule, waitAfter } from './schedule.ts'

const kind = 'instance.ready'

it('has eleven attempts within a day, with pauses that never shrink', () => {
  const waits: number[] = []
  for (let step = 1; ; step++) {
    const waitMs = waitAfter({ kind, step, random: 0.5 })
    if (waitMs === null) break
    waits.push(waitMs)
  }
  expect(waits).toHaveLength(10)
  expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
  const hours = waits.reduce((sum, waitMs) => sum + waitMs, 0) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(24)
  expect([isBeyondSchedule({ kind, step: 11 }), isBeyondSchedule({ kind, step: 12 })]).toEqual([
    false,
    true,
  ])
})

it('varies a pause by at most a tenth', () => {
  expect(waitAfter({ kind, step: 2, random: 0 })).toBe(27_000)
  expect(waitAfter({ kind, step: 2, random: 1 })).toBe(33_000)
})

it('sends a test event once', () => {
  expect(waitAfter({ kind: 'webhook.test', step: 1, random: 0 })).toBeNull()
  expect(isBeyondSchedule({ kind: 'webhook.test', step: 2 })).toBe(true)
})

it.each([
  [200, null],
  [204, null],
  [299, null],
  [301, 'redirected'],
  [308, 'redirected'],
  [400, 'status'],
  [410, 'status'],
  [500, 'status'],
  [199, 'status'],
])('takes %i as %s', (status, failure) => expect(failureOfStatus(status)).toBe(failure))
