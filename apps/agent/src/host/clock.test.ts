import { describe, expect, it } from 'vitest'
import { deadline, systemClock } from './clock.ts'

describe('the system clock', () => {
  it('never goes back', () => {
    const first = systemClock.monotonicMs()
    expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(first)
  })

  it('wakes a sleeper when its signal aborts', async () => {
    const stop = new AbortController()
    const sleeping = systemClock.sleep(60_000, stop.signal)
    stop.abort()
    await expect(sleeping).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ticks until it is told to end', async () => {
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

describe('deadline', () => {
  it('aborts when its time is over', async () => {
    const { signal } = deadline(systemClock, 1)
    await aborted(signal)
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('aborts with the signal it was given', () => {
    const stop = new AbortController()
    const limit = deadline(systemClock, 60_000, stop.signal)
    stop.abort()
    expect(limit.signal.aborted).toBe(true)
    limit.done()
  })

  it('never aborts once done', async () => {
    const limit = deadline(systemClock, 1)
    limit.done()
    await systemClock.sleep(5)
    expect(limit.signal.aborted).toBe(false)
  })
})

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
