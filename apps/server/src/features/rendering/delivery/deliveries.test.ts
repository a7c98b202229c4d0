import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { systemIds } from '../../../platform/ids.ts'
import { bytesPerSMax, createDeliveries } from './deliveries.ts'

const ids = systemIds(() => new Date(0))
const video = { key: 'film', bytes: 3 }

describe('a video', () => {
  it('is encoded once for sixty concurrent requests', async () => {
    const { ask, made } = setup()
    const asked = Array.from({ length: 60 }, () => ask('one'))
    made.resolve(video)
    expect(new Set(await Promise.all(asked.map(({ done }) => done)))).toEqual(new Set([video]))
    expect(made.begun()).toEqual(['one'])
  })

  it('is encoded one at a time per account, with at most three under way', async () => {
    const { ask, made } = setup()
    const asked = ['one', 'two', 'three'].map((key) => ask(key))
    await expect(ask('four').done).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(made.begun()).toEqual(['one'])
    made.resolve(video)
    await Promise.all(asked.map(({ done }) => done))
    expect(made.begun()).toEqual(['one', 'two', 'three'])
  })

  it('is encoded for two accounts at once, while a third waits', async () => {
    const { ask, made } = setup()
    for (const key of ['one', 'two', 'three']) void ask(key, ids.mint('account')).done
    await Promise.resolve()
    expect(made.begun()).toEqual(['one', 'two'])
    made.resolve(video)
  })

  it('continues while one of two callers waits, and is cancelled when both have left', async () => {
    const { ask, made } = setup()
    const [first, second] = [ask('one'), ask('one')]
    first.leave()
    await expect(first.done).rejects.toThrow('gone')
    expect(made.signals[0]?.aborted).toBe(false)
    second.leave()
    await expect(second.done).rejects.toThrow('gone')
    expect(made.signals[0]?.aborted).toBe(true)
    const again = ask('one')
    made.resolve(video)
    expect(await again.done).toBe(video)
  })

  it('is encoded again after a failure', async () => {
    const { ask, made } = setup()
    const first = ask('one')
    made.reject(new Error('ffmpeg ended'))
    await expect(first.done).rejects.toThrow('ffmpeg ended')
    void ask('one').done.catch(() => {})
    expect(made.begun()).toEqual(['one', 'one'])
  })
})

describe('a video that is encoded again', () => {
  it('is not forgotten when callers of the earlier encoding leave', async () => {
    const { deliveries } = setup()
    const accountId = ids.mint('account')
    const { signal } = new AbortController()
    const making: ((made: typeof video) => void)[] = []
    const make = () => new Promise<typeof video>((resolve) => making.push(resolve))
    const ask = () => deliveries.video({ key: 'one', accountId, signal, make })
    const asked = [ask()]
    making[0]?.(video)
    // Until one call finds the first encoding over, while others are still waiting for its result.
    while (making.length === 1) {
      await Promise.resolve()
      asked.push(ask())
    }
    await Promise.all(asked.slice(0, -1))
    asked.push(ask())
    expect(making).toHaveLength(2)
    making[1]?.(video)
    expect(await Promise.all(asked)).toHaveLength(asked.length)
  })
})

describe('downloads', () => {
  it('are limited to twelve at once per account, even if they begin concurrently', async () => {
    const { deliveries } = setup()
    const account = ids.mint('account')
    const begin = (of = account) => deliveries.bytes(of, endless())[Symbol.asyncIterator]()
    const readers = Array.from({ length: 30 }, () => begin())
    const begun = await Promise.allSettled(readers.map((reader) => reader.next()))
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
    await expect(begin().next()).rejects.toMatchObject({ code: 'too_many_requests' })
    await begin(ids.mint('account')).next()
    await readers[0]?.return?.()
    await begin().next()
    await expect(begin().next()).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  it('do not count towards the higher limit for pictures', async () => {
    const { deliveries } = setup()
    const account = ids.mint('account')
    const begin = (what: 'download' | 'picture') =>
      deliveries.bytes(account, endless(), what)[Symbol.asyncIterator]().next()
    await Promise.all(Array.from({ length: 12 }, () => begin('download')))
    const pictures = await Promise.allSettled(Array.from({ length: 140 }, () => begin('picture')))
    expect(pictures.filter(({ status }) => status === 'fulfilled')).toHaveLength(128)
  })

  it('share one rate per account, independent of other accounts', async () => {
    const { deliveries, clock } = setup()
    const [account, other] = [ids.mint('account'), ids.mint('account')]
    const second = () => one(bytesPerSMax)
    const taken: string[] = []
    const take = async (name: string, of = account) => {
      for await (const _ of deliveries.bytes(of, second())) taken.push(name)
      taken.push(`${name} ended`)
    }
    const all = [take('one'), take('two'), take('three')]
    await clock.advance(0)
    // The first second's worth of bytes is sent in advance.
    expect(taken).toEqual(['one', 'two', 'three', 'one ended'])
    await take('other', other)
    await clock.advance(1_000)
    expect(taken).toContain('two ended')
    expect(taken).not.toContain('three ended')
    await clock.advance(1_000)
    await Promise.all(all)
    expect(taken).toContain('three ended')
  })
})

async function* one(bytes: number) {
  yield new Uint8Array(bytes)
}

async function* endless() {
  for (;;) yield new Uint8Array(1)
}

function setup() {
  const clock = createTestClock()
  const deliveries = createDeliveries({ clock })
  const account = ids.mint('account')
  const { promise, resolve, reject } = Promise.withResolvers<typeof video>()
  const begun: string[] = []
  const signals: AbortSignal[] = []
  return {
    ...{ clock, deliveries },
    made: { resolve, reject, signals, begun: () => begun },
    ask(key: string, accountId = account) {
      const stop = new AbortController()
      const done = deliveries.video({
        ...{ key, accountId },
        signal: stop.signal,
        make(signal) {
          begun.push(key)
          signals.push(signal)
          return promise
        },
      })
      return { done, leave: () => stop.abort(new Error('gone')) }
    },
  }
}
