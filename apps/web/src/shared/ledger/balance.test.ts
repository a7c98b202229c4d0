import { describe, expect, it } from 'vitest'
import { aBalance, secondsBefore } from '../../testing/samples.ts'
import { balanceAt } from './balance.ts'

const nowMs = Date.parse(secondsBefore(0))

describe('balanceAt', () => {
  it('extrapolates the balance from the last update by its spend rate', () => {
    const balance = aBalance({
      available_micro_usd: 1_000_000,
      held_micro_usd: 200_000,
      spend_rate_micro_usd_per_hour: 360_000,
      lasts_s: 12_000,
      as_of: secondsBefore(100),
    })
    expect(balanceAt(balance, nowMs)).toEqual({
      leftMicroUsd: 1_200_000 - 100 * 100,
      lastsS: 11_900,
      level: 'fine',
    })
  })

  it('stays constant while nothing is charged', () => {
    const balance = aBalance({ as_of: secondsBefore(5_000) })
    expect(balanceAt(balance, nowMs)).toMatchObject({ leftMicroUsd: 5_000_000, lastsS: null })
  })

  it('is never negative', () => {
    const balance = aBalance({
      available_micro_usd: 10,
      spend_rate_micro_usd_per_hour: 3_600_000,
      lasts_s: 0,
      as_of: secondsBefore(60),
    })
    expect(balanceAt(balance, nowMs)).toMatchObject({ leftMicroUsd: 0, lastsS: 0, level: 'out' })
  })

  it('does not increase when the server’s clock is ahead', () => {
    const balance = aBalance({
      spend_rate_micro_usd_per_hour: 3_600_000,
      as_of: secondsBefore(-30),
    })
    expect(balanceAt(balance, nowMs).leftMicroUsd).toBe(5_000_000)
  })

  it('is low in the last hour and out in the last ten minutes', () => {
    const lasting = (lasts_s: number) => balanceAt(aBalance({ lasts_s }), nowMs).level
    expect(lasting(3_601)).toBe('fine')
    expect(lasting(3_600)).toBe('low')
    expect(lasting(600)).toBe('out')
  })
})
