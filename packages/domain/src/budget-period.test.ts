import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodBegin, periodEnd } from './budget-period.ts'

describe('the period of a budget', () => {
  it.each([
    ['daily', '2026-11-21T17:30:00Z', '2026-11-21', '2026-11-22'],
    ['daily', '2026-11-21T00:00:00Z', '2026-11-21', '2026-11-22'],
    ['weekly', '2026-11-22T23:59:59Z', '2026-11-16', '2026-11-23'],
    ['weekly', '2026-11-23T00:00:00Z', '2026-11-23', '2026-11-30'],
    ['monthly', '2026-12-31T23:59:59Z', '2026-12-01', '2027-01-01'],
    ['monthly', '2028-02-29T12:00:00Z', '2028-02-01', '2028-03-01'],
  ] as const)('is %s at %s from %s to %s', (period, now, begin, end) => {
    expect(periodBegin(period, new Date(now))).toEqual(new Date(begin))
    expect(periodEnd(period, new Date(now))).toEqual(new Date(end))
  })

  it('never resets if it is never', () => {
    expect(periodBegin('never', new Date())).toBeNull()
    expect(periodEnd('never', new Date())).toBeNull()
  })

  it('starts at midnight UTC, contains the given time, and is followed by the next without a gap', () => {
    fc.assert(
      fc.property(times, fc.constantFrom('daily', 'weekly', 'monthly'), (now, period) => {
        const [begin, end] = [periodBegin(period, now), periodEnd(period, now)]
        if (begin === null || end === null) throw new RangeError(`${period} has no bounds`)
        expect(begin <= now && now < end).toBe(true)
        expect(begin.getTime() % 86_400_000).toBe(0)
        expect(periodBegin(period, end)).toEqual(end)
        expect(periodEnd(period, new Date(end.getTime() - 1))).toEqual(end)
      }),
    )
  })
})

const times = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
})
