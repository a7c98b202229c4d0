import { describe, expect, it } from 'vitest'
import { longestDelayMs, reconnectDelayMs, refusedDelayMs } from './back-off.ts'

describe('the wait before dialling again', () => {
  it('doubles with each loss up to half a minute', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 50].map((losses) => reconnectDelayMs('lost', losses, 1))
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  it('is spread over the upper half of its step', () => {
    expect(reconnectDelayMs('lost', 3, 0)).toBe(1_000)
    expect(reconnectDelayMs('lost', 3, 0.5)).toBe(1_500)
    expect(reconnectDelayMs('lost', 1_000, 0)).toBe(longestDelayMs / 2)
  })

  it('is minutes for a machine that is refused, however often', () => {
    expect(reconnectDelayMs('refused', 1, 1)).toBe(refusedDelayMs)
    expect(reconnectDelayMs('refused', 1, 0)).toBe(refusedDelayMs / 2)
    expect(reconnectDelayMs('refused', 9, 1)).toBe(refusedDelayMs)
  })
})
