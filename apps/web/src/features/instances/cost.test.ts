import { describe, expect, it } from 'vitest'
import { anInstance, secondsBefore } from '../../testing/samples.ts'
import { chargedNow, costAt, formatCost, isStale, silentMs, uptimeS } from './cost.ts'

const noonMs = Date.parse('2026-11-21T12:00:00.000Z')
const running = { cost_micro_usd: 12_000, running_micro_usd_per_hour: 3_600_000 }

describe('the cost so far', () => {
  it('grows from the last reported cost at the running price', () => {
    const instance = anInstance({ ...running, last_seen_at: secondsBefore(4) })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 16_000, mode: 'ticking' })
  })

  it('is rounded down, so that it never exceeds what may be charged', () => {
    const instance = anInstance({ running_micro_usd_per_hour: 1_000, cost_micro_usd: 0 })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 0, mode: 'ticking' })
  })

  it('falls back to the last reported cost once the machine is silent', () => {
    const instance = anInstance({ ...running, last_seen_at: secondsBefore(16) })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 12_000, mode: 'stale' })
  })

  it('still grows at exactly the limit of staleness', () => {
    const instance = anInstance({ ...running, last_seen_at: secondsBefore(15) })
    expect(costAt(instance, noonMs).mode).toBe('ticking')
  })

  it('does not grow while the instance is lost, however recent its last heartbeat', () => {
    const instance = anInstance({ ...running, state: 'lost', last_seen_at: secondsBefore(1) })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 12_000, mode: 'stale' })
  })

  it.each(['requested', 'pulling', 'creating', 'starting', 'stopping', 'failed', 'destroyed'])(
    'does not grow while the instance is %s',
    (state) => {
      const instance = anInstance({ ...running, state, ready: false })
      expect(costAt(instance, noonMs)).toEqual({ microUsd: 12_000, mode: 'still' })
    },
  )

  it('does not grow while the instance runs but is not charged yet', () => {
    const instance = anInstance({ ...running, ready: false, charging: null, cost_micro_usd: 0 })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 0, mode: 'still' })
  })

  it('grows at the stopped price while the instance is stopped', () => {
    const instance = anInstance({
      ...running,
      state: 'stopped',
      ready: false,
      stopped_micro_usd_per_hour: 3_600,
      last_seen_at: secondsBefore(10),
    })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 12_010, mode: 'ticking' })
  })

  it('does not run ahead when the machine’s clock is ahead of the browser’s', () => {
    const instance = anInstance({ ...running, last_seen_at: secondsBefore(-30) })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 12_000, mode: 'ticking' })
  })
})

describe('the current price', () => {
  it('is the running price once charging has begun, ready or not', () => {
    expect(chargedNow(anInstance(running))).toBe(3_600_000)
    expect(chargedNow(anInstance({ ...running, ready: false }))).toBe(3_600_000)
    expect(chargedNow(anInstance({ ...running, ready: false, charging: null }))).toBe(0)
  })

  it('is zero after the instance is destroyed', () => {
    expect(chargedNow(anInstance({ state: 'destroyed', ready: false }))).toBe(0)
  })
})

describe('a silent machine', () => {
  it('is not stale before its first heartbeat', () => {
    const instance = anInstance({ last_seen_at: null })
    expect(silentMs(instance, noonMs)).toBe(0)
    expect(isStale(instance, noonMs)).toBe(false)
  })

  it('does not make a destroyed instance stale', () => {
    const instance = anInstance({ state: 'destroyed', last_seen_at: secondsBefore(9_999) })
    expect(isStale(instance, noonMs)).toBe(false)
  })
})

describe('the charged time', () => {
  it('grows while the instance runs and its machine is online', () => {
    expect(uptimeS(anInstance({ ready_s: 600, last_seen_at: secondsBefore(3) }), noonMs)).toBe(603)
  })

  it('does not grow while the instance is stopped or its machine is silent', () => {
    expect(uptimeS(anInstance({ state: 'stopped', ready: false }), noonMs)).toBe(600)
    expect(uptimeS(anInstance({ last_seen_at: secondsBefore(60) }), noonMs)).toBe(600)
  })
})

describe('formatCost', () => {
  it.each([
    [0, '$0.00'],
    [46, '$0.000046'],
    [9_999, '$0.009999'],
    [10_000, '$0.0100'],
    [730_222, '$0.7302'],
    [1_234_567_890, '$1,234.5679'],
  ])('writes %i micro-dollars as %s', (microUsd, text) => {
    expect(formatCost(microUsd)).toBe(text)
  })
})
