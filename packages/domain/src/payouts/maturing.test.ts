import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdDaysFor, matureEarnings, sumMatured, takeFrom } from './maturing.ts'

const now = new Date('2026-11-28T12:00:00Z')

describe('the holding time', () => {
  it.each([
    [null, 7, 7],
    [0, 7, 7],
    [69, 7, 7],
    [70, 7, 6],
    [80, 7, 4],
    [90, 7, 2],
    [100, 7, 2],
    [100, 1, 1],
    [100, 0, 0],
  ])('with a score of %s and %s days is %s days', (score, days, held) => {
    expect(holdDaysFor(score, days)).toBe(held)
  })

  it('is never longer with a better score', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), fc.nat(90), (one, other, days) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(holdDaysFor(high, days)).toBeLessThanOrEqual(holdDaysFor(low, days))
      }),
    )
  })
})

describe('earnings', () => {
  const days = [
    { day: '2026-11-19', microUsd: 100 },
    { day: '2026-11-20', microUsd: 30 },
    { day: '2026-11-21', microUsd: 20 },
    { day: '2026-11-28', microUsd: 7 },
  ]

  it('are payable seven days after the end of their day', () => {
    expect(matureEarnings({ balance: 157, score: null, days }, 7, now)).toEqual({
      payable: 130,
      maturing: [
        { at: new Date('2026-11-29T00:00:00Z'), microUsd: 20 },
        { at: new Date('2026-12-06T00:00:00Z'), microUsd: 7 },
      ],
    })
  })

  it('are payable earlier with a high trust score', () => {
    expect(matureEarnings({ balance: 157, score: 95, days }, 7, now)).toMatchObject({
      payable: 150,
    })
  })

  it('are payable at once where nothing is held', () => {
    expect(matureEarnings({ balance: 157, score: null, days }, 0, now)).toEqual({
      payable: 157,
      maturing: [],
    })
  })

  it('are less what was paid out before, and what was paid back as credits', () => {
    expect(matureEarnings({ balance: 27, score: null, days }, 7, now).payable).toBe(0)
    const paidBack = [...days, { day: '2026-11-27', microUsd: -50 }]
    expect(matureEarnings({ balance: 107, score: null, days: paidBack }, 7, now).payable).toBe(80)
  })

  it('are never payable beyond the balance, and none is lost or doubled', () => {
    const day = fc.record({
      day: fc.integer({ min: 1, max: 28 }).map((of) => `2026-11-${String(of).padStart(2, '0')}`),
      microUsd: fc.integer({ min: -1_000, max: 1_000 }),
    })
    const machine = fc.record({
      balance: fc.nat(20_000),
      score: fc.option(fc.nat(100)),
      days: fc.uniqueArray(day, { selector: (one) => one.day }),
    })
    fc.assert(
      fc.property(machine, fc.nat(90), (one, hold) => {
        const { payable, maturing } = matureEarnings(one, hold, now)
        expect(payable).toBeGreaterThanOrEqual(0)
        expect(payable + maturing.reduce((sum, { microUsd }) => sum + microUsd, 0)).toBe(
          one.balance,
        )
        expect(maturing.every(({ at }) => at > now)).toBe(true)
      }),
    )
  })

  it('of several machines are summed by time', () => {
    const one = matureEarnings({ balance: 157, score: null, days }, 7, now)
    expect(sumMatured([one, one])).toEqual({
      payable: 260,
      maturing: one.maturing.map(({ at, microUsd }) => ({ at, microUsd: 2 * microUsd })),
    })
  })
})

it('takes an amount from machines in order, or nothing', () => {
  const machines = [
    { id: 'a', payable: 30 },
    { id: 'b', payable: 0 },
    { id: 'c', payable: 50 },
  ]
  expect(takeFrom(machines, 40)).toEqual([
    { id: 'a', microUsd: 30 },
    { id: 'c', microUsd: 10 },
  ])
  expect(takeFrom(machines, 81)).toBeUndefined()
})
