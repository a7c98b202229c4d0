import { describe, expect, it } from 'vitest'
import { dueAlerts, forecastUse, isReached, rearmed } from './account-budget.ts'

const alerts = { percents: [50, 80, 100], forecast: true }
const use = (usedMicroUsd: number, forecastMicroUsd = usedMicroUsd) => ({
  amountMicroUsd: 1_000,
  usedMicroUsd,
  forecastMicroUsd,
})

describe('the alerts of a budget', () => {
  it('are due once each on the way up, and not a micro-dollar early', () => {
    const told = new Set<number>()
    const sent: (number | null)[] = []
    for (const used of [0, 499, 500, 501, 799, 800, 999, 1_000, 5_000]) {
      const due = dueAlerts(alerts, use(used), told)
      for (const one of due.tells) told.add(one)
      sent.push(due.percent)
    }
    expect(sent).toEqual([null, null, 50, null, null, 80, null, 100, null])
  })

  it('of a budget that is far along tell the highest alone', () => {
    expect(dueAlerts(alerts, use(900), new Set())).toEqual({
      percent: 80,
      forecast: false,
      tells: [50, 80],
    })
  })

  it('tell a lower percentage that was added later as nothing new', () => {
    expect(dueAlerts(alerts, use(900), new Set([80]))).toMatchObject({ percent: null, tells: [50] })
  })

  it('tell the forecast once, and not when the budget is used up anyway', () => {
    expect(dueAlerts(alerts, use(100, 1_001), new Set()).forecast).toBe(true)
    expect(dueAlerts(alerts, use(100, 1_000), new Set()).forecast).toBe(false)
    expect(dueAlerts(alerts, use(100, 1_001), new Set([0])).forecast).toBe(false)
    expect(dueAlerts(alerts, use(1_000, 2_000), new Set()).forecast).toBe(false)
    expect(dueAlerts({ ...alerts, forecast: false }, use(100, 1_001), new Set()).forecast).toBe(
      false,
    )
  })

  it('are told again after a higher budget, where it is not reached', () => {
    expect(rearmed([0, 50, 80, 100], use(600, 900))).toEqual([0, 80, 100])
    expect(rearmed([0, 50, 80], use(800, 2_000))).toEqual([])
  })
})

it('the forecast adds the spend rate until the end of the period, and is never below what is used', () => {
  const now = { chargedMicroUsd: 5, heldMicroUsd: 3, microUsdPerHour: 10 }
  expect(forecastUse(now, 12 * 3_600_000)).toBe(125)
  expect(forecastUse(now, 60_000)).toBe(8)
  expect(forecastUse(now, -1)).toBe(8)
})

it('a percentage of the largest budget is exact', () => {
  const amountMicroUsd = 10_000_000_000_000
  expect(isReached(33, { amountMicroUsd, usedMicroUsd: 3_300_000_000_000 })).toBe(true)
  expect(isReached(33, { amountMicroUsd, usedMicroUsd: 3_299_999_999_999 })).toBe(false)
})
