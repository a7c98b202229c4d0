import { describe, expect, it, vi } from 'vitest'
import { pollMs, untilReady } from './until-ready.ts'

describe('waiting for the script of a check', () => {
  it('polls every 100 ms and resolves with the script', async () => {
    const { find, arrive, left } = setup()
    const ready = untilReady(find, left.signal)
    await vi.advanceTimersByTimeAsync(5 * pollMs - 1)
    expect(find).toHaveBeenCalledTimes(5)
    arrive('the script')
    await vi.advanceTimersByTimeAsync(1)
    expect(await ready).toBe('the script')
  })

  it('rejects after 10 s', async () => {
    const { find, left } = setup()
    const given = expect(untilReady(find, left.signal)).rejects.toThrow('within 10 s')
    await vi.advanceTimersByTimeAsync(10_000 + pollMs)
    await given
  })

  it('rejects and stops polling when the form is removed', async () => {
    const { find, arrive, left } = setup()
    const given = expect(untilReady(find, left.signal)).rejects.toThrow('the form is gone')
    left.abort(new Error('the form is gone'))
    arrive('the script')
    await vi.advanceTimersByTimeAsync(pollMs)
    await given
    expect(find).toHaveBeenCalledTimes(1)
  })
})

function setup() {
  vi.useFakeTimers()
  let there: string | undefined
  return {
    find: vi.fn(() => there),
    arrive: (what: string) => {
      there = what
    },
    left: new AbortController(),
  }
}
