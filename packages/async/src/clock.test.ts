import { describe, expect, it } from 'vitest'
import { systemClock } from './clock.ts'

describe('the system clock', () => {
  it('never goes back in monotonic time', () => {
    const first = systemClock.monotonicMs()
    expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(first)
  })

  it('wakes a sleeper when its signal aborts', async () => {
    const stop = new AbortController()
    const sleeping = systemClock.sleep(60_000, stop.signal)
    stop.abort()
    await expect(sleeping).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ticks until it is stopped', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let ticks = 0
    const end = systemClock.every(1, () => {
      ticks += 1
      if (ticks === 3) resolve()
    })
    await promise
    end()
    expect(ticks).toBe(3)
  })
})
