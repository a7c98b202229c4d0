import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValueQueue } from './value-queue.ts'

describe('a value queue', () => {
  it('returns values in order, whether they or their reader wait', async () => {
    const { queue } = setup()
    queue.give(1)
    queue.give(2)
    expect([await queue.next(), await queue.next()]).toEqual([1, 2])
    const waiting = queue.next()
    queue.give(3)
    expect(await waiting).toBe(3)
    expect(queue.length).toBe(0)
  })

  it('returns undefined after the last value, on every call', async () => {
    const { queue } = setup()
    queue.give(1)
    queue.end(undefined)
    expect([await queue.next(), await queue.next(), await queue.next()]).toEqual([
      1,
      undefined,
      undefined,
    ])
  })

  it('returns earlier values before it rejects with the failure', async () => {
    const { queue } = setup()
    queue.give('so far')
    queue.end(new Error('lost'))
    expect(await queue.next()).toBe('so far')
    await expect(queue.next()).rejects.toThrow('lost')
    await expect(queue.next()).rejects.toThrow('lost')
  })

  it('wakes a waiting reader when it ends', async () => {
    const [well, badly] = [setup().queue, setup().queue]
    const waiting = [well.next(), badly.next()]
    well.end(undefined)
    badly.end(new Error('lost'))
    expect(await waiting[0]).toBeUndefined()
    await expect(waiting[1]).rejects.toThrow('lost')
  })

  it('ignores values and a second end after its end', async () => {
    const { queue } = setup()
    queue.end(undefined)
    queue.give('late')
    queue.end(new Error('later'))
    expect(queue.isOver).toBe(true)
    expect(await queue.next()).toBeUndefined()
  })

  it('returns falsy values', async () => {
    const { queue } = setup()
    for (const value of [null, 0, '', false]) queue.give(value)
    for (const value of [null, 0, '', false]) expect(await queue.next()).toBe(value)
  })
})

describe('a reader of a value queue', () => {
  it('triggers onEmpty once it has read all waiting values, not before', async () => {
    const { queue, queued } = setup()
    queue.give(1)
    queue.give(2)
    await queue.next()
    expect(queued()).toBe(0)
    await queue.next()
    expect(queued()).toBe(1)
    const waiting = queue.next()
    queue.give(3)
    await waiting
    expect(queued()).toBe(2)
  })

  it('reads all values in order, however writes and reads interleave', async () => {
    const turns = fc.array(fc.constantFrom('give', 'read'), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(turns, async (order) => {
        const { queue } = setup()
        const read: unknown[] = []
        let given = 0
        // One call at a time: it may be made before its value is there.
        let asked: Promise<unknown> | undefined
        for (const turn of order) {
          if (turn === 'read') asked ??= queue.next()
          else queue.give(++given)
          if (asked === undefined || given === read.length) continue
          read.push(await asked)
          asked = undefined
        }
        queue.end(undefined)
        for (
          let value = await (asked ?? queue.next());
          value !== undefined;
          value = await queue.next()
        )
          read.push(value)
        expect(read).toEqual(Array.from({ length: given }, (_, at) => at + 1))
      }),
    )
  })
})

function setup() {
  let queued = 0
  const queue = new ValueQueue(() => {
    queued += 1
  })
  return { queue, queued: () => queued }
}
