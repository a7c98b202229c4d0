import { systemClock } from '@gridloom/async/clock'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { type KillReason, lookAt, type WatchedProcess, watchLimits } from './watch.ts'

describe('a check of a Blender', () => {
  it('passes within the limits', async () => {
    const test = setup()
    await test.clock.advance(4_000)
    expect(await test.look()).toBeUndefined()
  })

  it('fails for the memory of all its processes', async () => {
    const test = setup()
    expect(await test.look({ pid: process.pid, memoryMibMax: 1 })).toBe('out_of_memory')
    expect(test.seenMib()).toBeGreaterThan(20)
  })

  it('fails for silence, and for time despite output', async () => {
    const test = setup()
    await test.clock.advance(5_001)
    expect(await test.look()).toBe('no_progress')
    await test.clock.advance(5_000)
    const order = () => ({ sinceMs: 0, lastWordMs: 10_000, secondsMax: 10 })
    expect(await test.look({ order })).toBe('timed_out')
  })

  it('ignores the time while there is no order', async () => {
    const test = setup()
    await test.clock.advance(1_000_000)
    expect(await test.look({ order: () => undefined })).toBeUndefined()
  })
})

describe('watching a Blender', () => {
  it('kills it at the first check that finds a limit exceeded', async () => {
    const test = setup()
    const { promise, resolve } = Promise.withResolvers<KillReason>()
    const over = { pid: process.pid, memoryMibMax: 1 }
    const end = watchLimits({ ...test.watched, ...over, clock: systemClock, kill: resolve })
    expect(await promise).toBe('out_of_memory')
    end()
  })
})

function setup() {
  const clock = createTestClock()
  let seen = 0
  const limits = { no_progress_s_max: 5 }
  const watched: Omit<WatchedProcess, 'kill'> = {
    ...{ clock, limits, pid: undefined, memoryMibMax: 1e6 },
    order: () => ({ sinceMs: 0, lastWordMs: 0, secondsMax: 10 }),
    onMemory: (mib) => {
      seen = mib
    },
  }
  return {
    ...{ clock, watched },
    seenMib: () => seen,
    look: (changes: Partial<WatchedProcess> = {}) => lookAt({ ...watched, ...changes }),
  }
}
