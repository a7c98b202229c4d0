import { describe, expect, it } from 'vitest'
import { createDeadline, TimedOut, withDeadline } from './deadline.ts'
import { createTestClock } from './test-clock.ts'

const never = new AbortController().signal

it('returns the result of the work, and never aborts it afterwards', async () => {
  const clock = createTestClock()
  let seen: AbortSignal | undefined
  const work = async (signal: AbortSignal) => {
    seen = signal
    return 7
  }
  expect(await withDeadline(clock, { ms: 1_000, signal: never }, work)).toBe(7)
  await clock.advance(10_000)
  expect(seen?.aborted).toBe(false)
})

it('aborts the work exactly when its time is over', async () => {
  const clock = createTestClock()
  const late = withDeadline(clock, { ms: 1_000, signal: never }, aborted)
  const outcome = expect(late).rejects.toThrow(new TimedOut('no answer within 1000 ms'))
  let over = false
  late.catch(() => {
    over = true
  })
  await clock.advance(999)
  expect(over).toBe(false)
  await clock.advance(1)
  await outcome
})

it('aborts the work with the caller’s reason when the caller aborts', async () => {
  const caller = new AbortController()
  const left = withDeadline(createTestClock(), { ms: 1_000, signal: caller.signal }, aborted)
  caller.abort(new Error('the browser went'))
  await expect(left).rejects.toThrow('the browser went')
})

it('passes an aborted signal to the work when the caller has already aborted', async () => {
  const asks = async (signal: AbortSignal) => signal.throwIfAborted()
  const gone = withDeadline(
    createTestClock(),
    { ms: 1, signal: AbortSignal.abort(new Error('gone')) },
    asks,
  )
  await expect(gone).rejects.toThrow('gone')
})

it('rejects with the error of the work', async () => {
  const fails = () => Promise.reject(new TypeError('broken'))
  await expect(withDeadline(createTestClock(), { ms: 1, signal: never }, fails)).rejects.toThrow(
    'broken',
  )
})

describe('createDeadline', () => {
  it('aborts when its time is over', async () => {
    const clock = createTestClock()
    const { signal } = createDeadline(clock, 1_000)
    await clock.advance(1_000)
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('aborts with the signal it was given', () => {
    const stop = new AbortController()
    const limit = createDeadline(createTestClock(), 60_000, stop.signal)
    stop.abort()
    expect(limit.signal.aborted).toBe(true)
    limit.done()
  })

  it('never aborts once done', async () => {
    const clock = createTestClock()
    const limit = createDeadline(clock, 1_000)
    limit.done()
    await clock.advance(5_000)
    expect(limit.signal.aborted).toBe(false)
  })
})

/** Work that lasts until its signal aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
