import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { noSignal } from '../../test/model-builders.ts'
import { createSlots, type Slots, waitersPerSlot } from './slots.ts'

describe('slots', () => {
  it('are granted at once while some are free, then in the order of the requests', async () => {
    const test = setup(1)
    const release = await test.slots.take(noSignal())
    const given: string[] = []
    const takeAs = async (name: string) => {
      const release = await test.slots.take(noSignal())
      given.push(name)
      return release
    }
    const first = takeAs('first')
    const second = takeAs('second')
    expect(counts(test.slots)).toEqual({ busy: 1, queued: 2 })
    release()
    ;(await first)()
    await second
    expect(given).toEqual(['first', 'second'])
    expect(counts(test.slots)).toEqual({ busy: 1, queued: 0 })
  })

  it('are refused as busy, with the counts, once four requests wait for each', async () => {
    const { slots } = setup(2)
    for (let taken = 0; taken < 2; taken += 1) await slots.take(noSignal())
    for (let waiting = 0; waiting < 2 * waitersPerSlot; waiting += 1) void slots.take(noSignal())
    await expect(slots.take(noSignal())).rejects.toMatchObject({
      code: 'busy',
      details: { slots: 2, queued: 8 },
    })
    expect(counts(slots)).toEqual({ busy: 2, queued: 8 })
  })

  it('are not granted to a waiting request that was aborted', async () => {
    const { slots } = setup(1)
    const release = await slots.take(noSignal())
    const left = new AbortController()
    const waiting = slots.take(left.signal)
    const next = slots.take(noSignal())
    left.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    release()
    await next
    expect(counts(slots)).toEqual({ busy: 1, queued: 0 })
  })

  it('are not granted to a request that was aborted before', async () => {
    const { slots } = setup(1)
    await expect(slots.take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(slots.busy).toBe(0)
  })

  it('are released once, however often release is called', async () => {
    const { slots } = setup(2)
    const release = await slots.take(noSignal())
    await slots.take(noSignal())
    release()
    release()
    expect(slots.busy).toBe(1)
  })

  it('are released by a request that was aborted after the grant', async () => {
    const { slots } = setup(1)
    const left = new AbortController()
    const release = await slots.take(noSignal())
    const given = slots.take(left.signal)
    release()
    const second = await given
    left.abort()
    second()
    expect(counts(slots)).toEqual({ busy: 0, queued: 0 })
  })

  it('resolve idle once all of them are free', async () => {
    const { slots } = setup(1)
    await slots.idle()
    const release = await slots.take(noSignal())
    let isIdle = false
    const idle = slots.idle().then(() => {
      isIdle = true
    })
    await Promise.resolve()
    expect(isIdle).toBe(false)
    release()
    await idle
  })

  it('report each change of their counts', async () => {
    const test = setup(1)
    const release = await test.slots.take(noSignal())
    void test.slots.take(noSignal())
    release()
    expect(test.seen).toEqual([
      { busy: 1, queued: 0 },
      { busy: 1, queued: 1 },
      { busy: 1, queued: 0 },
    ])
  })
})

function counts({ busy, queued }: Slots) {
  return { busy, queued }
}

function setup(count: number) {
  const seen: { busy: number; queued: number }[] = []
  const slots: Slots = createSlots(count, {
    clock: createTestClock(),
    onChange: () => void seen.push(counts(slots)),
  })
  return { slots, seen }
}
