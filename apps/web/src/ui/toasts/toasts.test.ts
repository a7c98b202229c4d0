import { describe, expect, it } from 'vitest'
import { createToasts } from './toasts.ts'

describe('toasts', () => {
  it('hides after 5 s and removes 500 ms later', () => {
    const { toasts, shown, advance } = setup()
    toasts.show({ type: 'success', message: 'Saved' })
    advance(4_999)
    expect(shown()).toEqual(['Saved:shown'])
    advance(1)
    expect(shown()).toEqual(['Saved:hiding'])
    advance(499)
    expect(shown()).toEqual(['Saved:hiding'])
    advance(1)
    expect(shown()).toEqual([])
  })

  it('keeps a progress toast for 15 s', () => {
    const { toasts, shown, advance } = setup()
    toasts.showProgress({ id: 'p', message: 'Signing in...' })
    advance(14_999)
    expect(shown()).toEqual(['Signing in...:shown'])
    advance(501)
    expect(shown()).toEqual([])
  })

  it('is shown as long as its caller wants', () => {
    const { toasts, shown, advance } = setup()
    toasts.show({ type: 'success', message: 'Short', timeout: 1_000 })
    toasts.showProgress({ id: 'p', message: 'Working...', timeout: 60_000 })
    advance(1_000)
    expect(shown()).toEqual(['Short:hiding', 'Working...:shown'])
    advance(58_999)
    expect(shown()).toEqual(['Working...:shown'])
    advance(1)
    expect(shown()).toEqual(['Working...:hiding'])
  })

  it('drops failures at once and keeps the rest', () => {
    const { toasts, shown, advance } = setup()
    toasts.show({ type: 'error', message: 'Failed' })
    toasts.show({ type: 'warning', message: 'Low' })
    toasts.show({ type: 'success', message: 'Saved' })
    toasts.showProgress({ id: 'p', message: 'Signing in...' })
    toasts.dropFailures()
    expect(shown()).toEqual(['Saved:shown', 'Signing in...:shown'])
    advance(20_000)
    expect(shown()).toEqual([])
  })

  it('shows no duplicate of a visible toast', () => {
    const { toasts, shown } = setup()
    toasts.show({ type: 'error', message: 'Login failed. Please try again.' })
    toasts.show({ type: 'error', message: 'Login failed. Please try again.' })
    expect(shown()).toHaveLength(1)
  })

  it('shows a toast again once the first one is hiding', () => {
    const { toasts, shown, advance } = setup()
    toasts.show({ type: 'error', message: 'Again' })
    advance(5_000)
    toasts.show({ type: 'error', message: 'Again' })
    expect(shown()).toEqual(['Again:hiding', 'Again:shown'])
  })

  it('replaces a toast that has the same id', () => {
    const { toasts, shown } = setup()
    toasts.show({ id: 'low', type: 'warning', message: '1 h left' })
    toasts.show({ id: 'low', type: 'warning', message: '10 min left' })
    expect(shown()).toEqual(['10 min left:shown'])
  })

  it('hides a progress toast early', () => {
    const { toasts, shown, advance } = setup()
    toasts.showProgress({ id: 'p', message: 'Verifying...' })
    toasts.hide('p')
    advance(500)
    expect(shown()).toEqual([])
  })

  it('pauses while the user reads, then restarts the timer', () => {
    const { toasts, shown, advance } = setup()
    toasts.show({ type: 'warning', message: 'Read me' })
    advance(4_000)
    toasts.pause()
    advance(60_000)
    expect(shown()).toEqual(['Read me:shown'])
    toasts.resume()
    advance(4_999)
    expect(shown()).toEqual(['Read me:shown'])
    advance(1)
    expect(shown()).toEqual(['Read me:hiding'])
  })

  it('ignores hiding an unknown toast', () => {
    const { toasts, shown } = setup()
    toasts.hide('nobody')
    expect(shown()).toEqual([])
  })
})

function setup() {
  const waiting = new Map<number, { dueMs: number; wake: () => void }>()
  let nowMs = 0
  let made = 0
  const toasts = createToasts({
    after(delayMs, wake) {
      const key = made++
      waiting.set(key, { dueMs: nowMs + delayMs, wake })
      return () => waiting.delete(key)
    },
  })
  return {
    toasts,
    shown: () => toasts.store.getState().toasts.map(({ message, phase }) => `${message}:${phase}`),
    advance(ms: number) {
      const endMs = nowMs + ms
      for (;;) {
        const [next] = [...waiting].toSorted((one, other) => one[1].dueMs - other[1].dueMs)
        if (next === undefined || next[1].dueMs > endMs) break
        nowMs = next[1].dueMs
        waiting.delete(next[0])
        next[1].wake()
      }
      nowMs = endMs
    },
  }
}
