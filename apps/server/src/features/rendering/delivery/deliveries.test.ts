import { describe, expect, it } from 'vitest'
import { systemIds } from '#platform/ids'
import { createDeliveries } from './deliveries.ts'

const ids = systemIds(() => new Date(0))
const film = { key: 'film', bytes: 3 }

describe('a film', () => {
  it('is made once for sixty who ask for it', async () => {
    const { ask, made } = setup()
    const asked = Array.from({ length: 60 }, () => ask('one'))
    made.resolve(film)
    expect(new Set(await Promise.all(asked.map(({ done }) => done)))).toEqual(new Set([film]))
    expect(made.begun()).toEqual(['one'])
  })

  it('is made one after the other for an account, and only so many of them wait', async () => {
    const { ask, made } = setup()
    const asked = ['one', 'two', 'three'].map((key) => ask(key))
    await expect(ask('four').done).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(made.begun()).toEqual(['one'])
    made.resolve(film)
    await Promise.all(asked.map(({ done }) => done))
    expect(made.begun()).toEqual(['one', 'two', 'three'])
  })

  it('is made for two accounts at once, and a third waits', async () => {
    const { ask, made } = setup()
    for (const key of ['one', 'two', 'three']) void ask(key, ids.mint('account')).done
    await Promise.resolve()
    expect(made.begun()).toEqual(['one', 'two'])
    made.resolve(film)
  })

  it('goes on while one of two waits for it, and is given up when both have gone', async () => {
    const { ask, made } = setup()
    const [first, second] = [ask('one'), ask('one')]
    first.leave()
    await expect(first.done).rejects.toThrow('gone')
    expect(made.signals[0]?.aborted).toBe(false)
    second.leave()
    await expect(second.done).rejects.toThrow('gone')
    expect(made.signals[0]?.aborted).toBe(true)
    const again = ask('one')
    made.resolve(film)
    expect(await again.done).toBe(film)
  })

  it('that failed is made anew', async () => {
    const { ask, made } = setup()
    const first = ask('one')
    made.reject(new Error('ffmpeg ended'))
    await expect(first.done).rejects.toThrow('ffmpeg ended')
    void ask('one').done.catch(() => {})
    expect(made.begun()).toEqual(['one', 'one'])
  })
})

describe('downloads', () => {
  it('are so many at once for an account, and free again once they ended', async () => {
    const { deliveries } = setup()
    const account = ids.mint('account')
    const open = []
    for (let nth = 0; nth < 12; nth += 1) {
      const reader = deliveries.bytes(account, endless())[Symbol.asyncIterator]()
      await reader.next()
      open.push(reader)
    }
    expect(() => deliveries.bytes(account, endless())).toThrow()
    deliveries.bytes(ids.mint('account'), endless())
    await open[0]?.return?.()
    deliveries.bytes(account, endless())
  })
})

async function* endless() {
  for (;;) yield new Uint8Array(1)
}

function setup() {
  const deliveries = createDeliveries()
  const account = ids.mint('account')
  const { promise, resolve, reject } = Promise.withResolvers<typeof film>()
  const begun: string[] = []
  const signals: AbortSignal[] = []
  return {
    deliveries,
    made: { resolve, reject, signals, begun: () => begun },
    ask(key: string, accountId = account) {
      const stop = new AbortController()
      const done = deliveries.film({
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
