import { expect, it } from 'vitest'
import { missionState } from './mission-state.ts'
import { areStepsMet } from './mission-steps.ts'

it('needs every step, or any of them, and never none', () => {
  const [met, open] = [
    { value: 7, atLeast: 7 },
    { value: 6, atLeast: 7 },
  ]
  expect([areStepsMet('all', [met, met]), areStepsMet('all', [met, open])]).toEqual([true, false])
  expect([areStepsMet('any', [met, open]), areStepsMet('any', [open])]).toEqual([true, false])
  expect([areStepsMet('all', []), areStepsMet('any', [])]).toEqual([false, false])
})

it('goes from draft to closed by its times', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, n))
  const times = { startsAt: day(10), endsAt: day(20), publishedAt: day(5), closedAt: null }
  expect(missionState({ ...times, publishedAt: null }, day(15))).toBe('draft')
  const states = [9, 10, 19, 20, 30].map((n) => missionState(times, day(n)))
  expect(states).toEqual(['scheduled', 'active', 'active', 'ended', 'ended'])
  expect(missionState({ ...times, closedAt: day(25) }, day(30))).toBe('closed')
})
