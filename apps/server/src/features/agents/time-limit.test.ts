import { fakeClock } from '@gridloom/testkit/fake-clock'
import { expect, it } from 'vitest'
import { TimedOut, within } from './time-limit.ts'

const never = new AbortController().signal

it('gives what the work gives, and lets go of the clock', async () => {
  const clock = fakeClock()
  let seen: AbortSignal | undefined
  const work = async (signal: AbortSignal) => {
    seen = signal
    return 7
  }
  expect(await within(clock, { ms: 1_000, signal: never }, work)).toBe(7)
  await clock.advance(10_000)
  expect(seen?.aborted).toBe(false)
})

it('tells the work when its time is over, and not a moment before', async () => {
  const clock = fakeClock()
  const late = within(clock, { ms: 1_000, signal: never }, aborted)
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

it('tells the work when the caller leaves, with the caller’s own reason', async () => {
  const caller = new AbortController()
  const left = within(fakeClock(), { ms: 1_000, signal: caller.signal }, aborted)
  caller.abort(new Error('the browser went'))
  await expect(left).rejects.toThrow('the browser went')
})

it('begins nothing for a caller who had left, where the work asks', async () => {
  const asks = async (signal: AbortSignal) => signal.throwIfAborted()
  const gone = within(fakeClock(), { ms: 1, signal: AbortSignal.abort(new Error('gone')) }, asks)
  await expect(gone).rejects.toThrow('gone')
})

it('fails as the work fails', async () => {
  const fails = () => Promise.reject(new TypeError('broken'))
  await expect(within(fakeClock(), { ms: 1, signal: never }, fails)).rejects.toThrow('broken')
})

/** Work that lasts until it is told to end. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
