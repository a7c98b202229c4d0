import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createPictureCache, type PictureKey, type PictureOutcome } from './picture-cache.ts'

describe('the picture cache', () => {
  it('fetches a picture once for several subscribers, and keeps it', async () => {
    const { cache, asked, watch } = setup()
    const first = watch(aKey(1))
    const second = watch(aKey(1))
    await waitFor(() => expect(second).toEqual([{ kind: 'here', address: 'blob:1' }]))
    expect(first).toEqual(second)
    expect(asked).toEqual([1])
    expect(cache.peek(aKey(1))).toBe('blob:1')
  })

  it('fetches a picture again after its frame was rendered again', async () => {
    const { asked, watch } = setup()
    watch(aKey(1))
    watch({ ...aKey(1), sha256: 'other' })
    await waitFor(() => expect(asked).toEqual([1, 1]))
  })

  it('fetches six at a time, and the most recent request first', async () => {
    const { asked, watch, letGo } = setup({ holds: true })
    for (let frame = 1; frame <= 10; frame += 1) watch(aKey(frame))
    expect(asked).toEqual([1, 2, 3, 4, 5, 6])
    letGo()
    await waitFor(() => expect(asked).toEqual([1, 2, 3, 4, 5, 6, 10]))
  })

  it('cancels a request that has no subscribers left', async () => {
    const { cache, asked, watch, letGo, aborted } = setup({ holds: true })
    const leaves = [1, 2, 3, 4, 5, 6, 7].map((frame) => cache.want(aKey(frame), () => undefined))
    leaves[6]?.()
    leaves[0]?.()
    expect(aborted).toEqual([1])
    watch(aKey(8))
    for (let times = 0; times < 8; times += 1) letGo()
    await waitFor(() => expect(asked).toContain(8))
    expect(asked).not.toContain(7)
  })

  it('reports a failed request, and retries it on the next request', async () => {
    const { asked, watch } = setup({ fails: 1 })
    const first = watch(aKey(1))
    await waitFor(() => expect(first).toEqual([{ kind: 'failed' }]))
    const second = watch(aKey(1))
    await waitFor(() => expect(second).toEqual([{ kind: 'here', address: 'blob:2' }]))
    expect(asked).toEqual([1, 1])
  })

  it('evicts the least recently used picture first', async () => {
    const { cache, watch, released } = setup({ kept: 2 })
    for (const frame of [1, 2]) await arrived(watch(aKey(frame)))
    cache.peek(aKey(1))
    await arrived(watch(aKey(3)))
    expect(released).toEqual(['blob:2'])
    expect(cache.peek(aKey(2))).toBeUndefined()
    expect(cache.peek(aKey(1))).toBe('blob:1')
  })

  it('releases every picture when it is cleared', async () => {
    const { cache, watch, released } = setup()
    await arrived(watch(aKey(1)))
    cache.clear()
    expect(released).toEqual(['blob:1'])
    expect(cache.peek(aKey(1))).toBeUndefined()
  })
})

function aKey(frame: number): PictureKey {
  return { frame, size: 'small', sha256: 'b' }
}

function arrived(outcomes: readonly PictureOutcome[]): Promise<void> {
  return waitFor(() => expect(outcomes).toHaveLength(1))
}

interface Setup {
  kept?: number
  fails?: number
  /** Whether each picture waits for `letGo`. */
  holds?: boolean
}

function setup({ kept, fails = 0, holds = false }: Setup = {}) {
  const asked: number[] = []
  const aborted: number[] = []
  const released: string[] = []
  const gates: (() => void)[] = []
  let made = 0
  const cache = createPictureCache(
    {
      async load({ frame }, signal) {
        asked.push(frame)
        made += 1
        const nth = made
        signal.addEventListener('abort', () => aborted.push(frame))
        if (holds) await new Promise<void>((open) => gates.push(open))
        if (nth <= fails) throw new TypeError('fetch failed')
        return new Blob([String(nth)])
      },
      address: () => `blob:${made}`,
      release: (address) => void released.push(address),
    },
    kept,
  )
  return {
    cache,
    asked,
    aborted,
    released,
    letGo: () => gates.shift()?.(),
    watch(key: PictureKey) {
      const outcomes: PictureOutcome[] = []
      cache.want(key, (outcome) => outcomes.push(outcome))
      return outcomes
    },
  }
}
