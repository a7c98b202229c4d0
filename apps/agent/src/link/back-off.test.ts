import { describe, expect, it } from 'vitest'
import {
  type ConnectionFailure,
  longestDelayMs,
  quickDelayMs,
  quickLosses,
  reconnectDelayMs,
  refusedDelayMs,
} from './back-off.ts'

describe('the reconnect delay', () => {
  it('is at most 3 s for the first 28 losses, about a minute in total', () => {
    const waits = [1, 2, 3, 4, 5, quickLosses].map(longest('lost'))
    expect(waits).toEqual([500, 1_000, 2_000, 3_000, 3_000, 3_000])
    const inAll = Array.from({ length: quickLosses }, (_, at) =>
      reconnectDelayMs('lost', at + 1, 0.5),
    )
    const inAllMs = inAll.reduce((sum, waitMs) => sum + waitMs)
    expect(inAllMs).toBeGreaterThan(50_000)
    expect(inAllMs).toBeLessThan(70_000)
  })

  it('then doubles up to 30 s', () => {
    const waits = [1, 2, 3, 4, 50].map((more) => longest('lost')(quickLosses + more))
    expect(waits).toEqual([6_000, 12_000, 24_000, 30_000, 30_000])
  })

  it('starts at 6 s and doubles up to 30 s when the control plane is busy', () => {
    expect([1, 2, 3, 4, 50].map(longest('busy'))).toEqual([6_000, 12_000, 24_000, 30_000, 30_000])
  })

  it('is jittered over the upper half of each step', () => {
    expect(reconnectDelayMs('lost', 3, 0)).toBe(1_000)
    expect(reconnectDelayMs('lost', 3, 0.5)).toBe(1_500)
    expect(reconnectDelayMs('lost', 10, 0)).toBe(quickDelayMs / 2)
    expect(reconnectDelayMs('lost', 1_000, 0)).toBe(longestDelayMs / 2)
  })

  it('is between 2.5 and 5 minutes for a refused machine, whatever the count', () => {
    expect(reconnectDelayMs('refused', 1, 1)).toBe(refusedDelayMs)
    expect(reconnectDelayMs('refused', 1, 0)).toBe(refusedDelayMs / 2)
    expect(reconnectDelayMs('refused', 9, 1)).toBe(refusedDelayMs)
  })
})

function longest(failure: ConnectionFailure) {
  return (losses: number) => reconnectDelayMs(failure, losses, 1)
}
