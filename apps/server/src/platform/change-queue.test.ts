import { expect, it } from 'vitest'
import { fakeChanges } from '../../test/fake-changes.ts'
import { changesOf } from './change-queue.ts'
import type { ReceivedChange } from './events.ts'

it('keeps changes that are published between the call and the first read', async () => {
  const { changes, reader } = setup()
  changes.publish({ subject: 'a' })
  expect(await reader.next()).toMatchObject({ value: { subject: 'a' } })
})

it('gives a slow reader the newest change of each subject, and misses none of 2,500', async () => {
  const { changes, take } = setup()
  for (let id = 1; id <= 5_000; id++)
    changes.publish({ id: String(id), subject: String(id % 2_500) })
  const read = await take(2_500)
  expect(read.map(({ id }) => Number(id))).toEqual(
    Array.from({ length: 2_500 }, (_, n) => n + 2_501),
  )
})

it('distinguishes two topics of one subject', async () => {
  const { changes, take } = setup()
  changes.publish({ topic: 'instance', subject: 'a' })
  changes.publish({ topic: 'metrics', subject: 'a' })
  expect((await take(2)).map(({ topic }) => topic)).toEqual(['instance', 'metrics'])
})

it('skips changes that do not concern its reader', async () => {
  const { changes, take } = setup(({ subject }) => subject !== 'other')
  changes.publish({ subject: 'other' })
  changes.publish({ subject: 'mine' })
  expect(await take(1)).toMatchObject([{ subject: 'mine' }])
})

it('wakes a waiting reader with the next change', async () => {
  const { changes, reader } = setup()
  const next = reader.next()
  changes.publish({ subject: 'late' })
  expect(await next).toMatchObject({ value: { subject: 'late' } })
})

it('unsubscribes when aborted, whether read or not', async () => {
  const unread = setup()
  unread.stop.abort()
  expect(unread.changes.listening()).toBe(0)

  const waiting = setup()
  const next = waiting.reader.next()
  waiting.stop.abort()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(waiting.changes.listening()).toBe(0)
})

it('unsubscribes when its reader leaves', async () => {
  const { changes, reader } = setup()
  changes.publish({ subject: 'a' })
  await reader.next()
  await reader.return?.()
  expect(changes.listening()).toBe(0)
})

function setup(concerns: (change: ReceivedChange) => boolean = () => true) {
  const changes = fakeChanges()
  const stop = new AbortController()
  const reader = changesOf(changes, stop.signal, concerns)[Symbol.asyncIterator]()
  const take = async (count: number) => {
    const taken: ReceivedChange[] = []
    while (taken.length < count) taken.push((await reader.next()).value)
    return taken
  }
  return { changes, stop, reader, take }
}
