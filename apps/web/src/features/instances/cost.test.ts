import { describe, expect, it } from 'vitest'
import { anInstance, secondsBefore } from '../../testing/samples.ts'
import { chargedNow, costAt, formatCost, isStale, silentMs, uptimeS } from './cost.ts'

const noonMs = Date.parse('2026-11-21T12:00:00.000Z')
const running = { cost_micro_usd: 12_000, running_micro_usd_per_hour: 3_600_000 }

describe('the cost so far', () => {
  it('ticks on from what was last seen, at the running price', () => {
    const instance = anInstance({ ...running, last_seen_at: secondsBefore(4) })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 16_000, mode: 'ticking' })
  })

  it('rounds down, so that it never shows more than may be charged', () => {
    const instance = anInstance({ running_micro_usd_per_hour: 1_000, cost_micro_usd: 0 })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 0, mode: 'ticking' })
  })

  it('falls back to what was heard once the machine is silent', () => {
    const instance = anInstance({ ...running, last_seen_at: secondsBefore(16) })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 12_000, mode: 'stale' })
  })

  it('still ticks at the very edge of silence', () => {
    const instance = anInstance({ ...running, last_seen_at: secondsBefore(15) })
    expect(costAt(instance, noonMs).mode).toBe('ticking')
  })

  it('stands still when it is lost, however lately it was heard', () => {
    const instance = anInstance({ ...running, state: 'lost', last_seen_at: secondsBefore(1) })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 12_000, mode: 'stale' })
  })

  it.each(['requested', 'pulling', 'creating', 'starting', 'stopping', 'failed', 'destroyed'])(
    'stands still while it is %s',
    (state) => {
      const instance = anInstance({ ...running, state, ready: false })
      expect(costAt(instance, noonMs)).toEqual({ microUsd: 12_000, mode: 'still' })
    },
  )

  it('stands still while it runs and is not ready yet', () => {
    const instance = anInstance({ ...running, ready: false, charging: null, cost_micro_usd: 0 })
    expect(costAt(instance, noonMs)).toEqual({ microUsd: 0, mode: 'still' })
  })

  it('ticks at the price of the disk while it is stopped', () => {
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

describe('what is charged now', () => {
  it('is the running price from when charging began, ready or not', () => {
    expect(chargedNow(anInstance(running))).toBe(3_600_000)
    expect(chargedNow(anInstance({ ...running, ready: false }))).toBe(3_600_000)
    expect(chargedNow(anInstance({ ...running, ready: false, charging: null }))).toBe(0)
  })

  it('is nothing after it is destroyed', () => {
    expect(chargedNow(anInstance({ state: 'destroyed', ready: false }))).toBe(0)
  })
})

describe('silence', () => {
  it('is none before the machine has spoken for the first time', () => {
    const instance = anInstance({ last_seen_at: null })
    expect(silentMs(instance, noonMs)).toBe(0)
    expect(isStale(instance, noonMs)).toBe(false)
  })

  it('means nothing for what is destroyed', () => {
    const instance = anInstance({ state: 'destroyed', last_seen_at: secondsBefore(9_999) })
    expect(isStale(instance, noonMs)).toBe(false)
  })
})

describe('the time it is charged for', () => {
  it('moves while it runs and its machine is online', () => {
    expect(uptimeS(anInstance({ ready_s: 600, last_seen_at: secondsBefore(3) }), noonMs)).toBe(603)
  })

  it('stands still when it is stopped or silent', () => {
    expect(uptimeS(anInstance({ state: 'stopped', ready: false }), noonMs)).toBe(600)
    expect(uptimeS(anInstance({ last_seen_at: secondsBefore(60) }), noonMs)).toBe(600)
  })
})

describe('writing a cost', () => {
  it.each([
    [0, '$0.00'],
    [46, '$0.000046'],
    [9_999, '$0.009999'],
    [10_000, '$0.0100'],
    [730_222, '$0.7302'],
    [1_234_567_890, '$1,234.5679'],
  ])('%i micro-dollars are %s', (microUsd, text) => {
    expect(formatCost(microUsd)).toBe(text)
  })
})
