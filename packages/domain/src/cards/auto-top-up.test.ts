import { describe, expect, it } from 'vitest'
import { afterDecline, decideTopUp, monthBegin, type TopUpNeed } from './auto-top-up.ts'

const now = new Date('2026-11-28T12:00:00.000Z')

describe('an automatic top-up', () => {
  it('charges below the amount, and not at it', () => {
    expect(decideTopUp(aNeed({ haveMicroUsd: 9 }), now)).toBe('charge')
    expect(decideTopUp(aNeed({ haveMicroUsd: 10 }), now)).toBe('none')
    expect(decideTopUp(aNeed({ haveMicroUsd: -50 }), now)).toBe('charge')
  })

  it('never charges above the limit of the month', () => {
    expect(decideTopUp(aNeed({ monthUsedMicroUsd: 80 }), now)).toBe('charge')
    expect(decideTopUp(aNeed({ monthUsedMicroUsd: 81 }), now)).toBe('month_limit')
  })

  it('waits for a charge that has not ended, and after a decline', () => {
    expect(decideTopUp(aNeed({ isCharging: true }), now)).toBe('none')
    expect(decideTopUp(aNeed({ retryAt: new Date(now.getTime() + 1) }), now)).toBe('none')
    expect(decideTopUp(aNeed({ retryAt: now }), now)).toBe('charge')
    expect(decideTopUp(aNeed({ stopped: 'declined' }), now)).toBe('none')
    expect(decideTopUp(aNeed({ enabled: false }), now)).toBe('none')
  })

  it('stops with the third decline in a row', () => {
    const pauses = [0, 1, 2].map((declines) => afterDecline(declines, now))
    expect(pauses.map(({ retryAt }) => retryAt?.toISOString() ?? null)).toEqual([
      '2026-11-28T13:00:00.000Z',
      '2026-11-28T18:00:00.000Z',
      null,
    ])
    expect(pauses.map(({ stopped }) => stopped)).toEqual([null, null, 'declined'])
  })

  it('counts by calendar months in UTC', () => {
    expect(monthBegin(now).toISOString()).toBe('2026-11-01T00:00:00.000Z')
  })
})

function aNeed(parts: Partial<TopUpNeed>): TopUpNeed {
  return {
    ...{ enabled: true, stopped: null, retryAt: null, isCharging: false },
    ...{ belowMicroUsd: 10, addMicroUsd: 20, monthMicroUsdMax: 100 },
    ...{ monthUsedMicroUsd: 0, haveMicroUsd: 0, ...parts },
  }
}
