import { describe, expect, it, vi } from 'vitest'
import { createPictureCache, type PictureKey, type PictureOutcome } from './picture-cache.ts'

describe('pictures of frames', () => {
  it('are fetched once for several who want one, and kept', async () => {
    const { cache, asked, watch } = setup()
    const first = watch(aKey(1))
    const second = watch(aKey(1))
    await vi.waitFor(() => expect(second).toEqual([{ kind: 'here', address: 'blob:1' }]))
    expect(first).toEqual(second)
    expect(asked).toEqual([1])
    expect(cache.peek(aKey(1))).toBe('blob:1')
  })

  it('are others when the frame was rendered again', async () => {
    const { asked, watch } = setup()
    watch(aKey(1))
    watch({ ...aKey(1), sha256: 'other' })
    await vi.waitFor(() => expect(asked).toEqual([1, 1]))
  })

  it('come six at a time, the ones asked for last before the others', async () => {
    const { asked, watch, letGo } = setup({ holds: true })
    for (let frame = 1; frame <= 10; frame += 1) watch(aKey(frame))
    expect(asked).toEqual([1, 2, 3, 4, 5, 6])
    letGo()
    await vi.waitFor(() => expect(asked).toEqual([1, 2, 3, 4, 5, 6, 10]))
  })

  it('are asked for no more once nobody wants them', async () => {
    const { cache, asked, watch, letGo, aborted } = setup({ holds: true })
    const leaves = [1, 2, 3, 4, 5, 6, 7].map((frame) => cache.want(aKey(frame), () => undefined))
    leaves[6]?.()
    leaves[0]?.()
    expect(aborted).toEqual([1])
    watch(aKey(8))
    for (let times = 0; times < 8; times += 1) letGo()
    await vi.waitFor(() => expect(asked).toContain(8))
    expect(asked).not.toContain(7)
  })

  it('say that one cannot be had, and try it again when it is wanted again', async () => {
    const { asked, watch } = setup({ fails: 1 })
    const first = watch(aKey(1))
    await vi.waitFor(() => expect(first).toEqual([{ kind: 'failed' }]))
    const second = watch(aKey(1))
    await vi.waitFor(() => expect(second).toEqual([{ kind: 'here', address: 'blob:2' }]))
    expect(asked).toEqual([1, 1])
  })

  it('are forgotten, those looked at longest ago first', async () => {
    const { cache, watch, released } = setup({ kept: 2 })
    for (const frame of [1, 2]) await arrived(watch(aKey(frame)))
    cache.peek(aKey(1))
    await arrived(watch(aKey(3)))
    expect(released).toEqual(['blob:2'])
    expect(cache.peek(aKey(2))).toBeUndefined()
    expect(cache.peek(aKey(1))).toBe('blob:1')
  })

  it('are all let go at the end', async () => {
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
  return vi.waitFor(() => expect(outcomes).toHaveLength(1))
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
