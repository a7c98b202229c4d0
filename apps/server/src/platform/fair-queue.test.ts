import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

it('runs at most the limit at once, and all in order', async () => {
  const enqueue = createFairQueue({ concurrency: 2, waitingMax: 10 })
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const all = gates.map((gate, index) =>
    enqueue(() => {
      started.push(index)
      return gate.promise
    }),
  )
  expect(started).toEqual([0, 1])
  gates[1]?.resolve()
  await all[1]
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  await Promise.all(all)
  expect(started).toEqual([0, 1, 2, 3, 4])
})

it('rejects a job when the queue is full, and accepts one again when there is room', async () => {
  const enqueue = createFairQueue({ concurrency: 1, waitingMax: 1 })
  const gate = Promise.withResolvers<string>()
  const first = enqueue(() => gate.promise)
  const second = enqueue(async () => 'second')
  await expect(enqueue(async () => 'third')).rejects.toMatchObject({ code: 'too_many_requests' })
  gate.resolve('first')
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await enqueue(async () => 'fourth')).toBe('fourth')
})

it('takes keys in turn, however many jobs one of them has', async () => {
  const enqueue = createFairQueue({ concurrency: 1, waitingMax: 10 })
  const done: string[] = []
  const bring = (key: string) =>
    enqueue(async () => {
      done.push(key)
    }, key)
  await Promise.all(['many', 'many', 'many', 'many', 'one', 'other', 'other'].map(bring))
  expect(done).toEqual(['many', 'many', 'one', 'other', 'many', 'other', 'many'])
})

it('continues when a job fails', async () => {
  const enqueue = createFairQueue({ concurrency: 1, waitingMax: 1 })
  const failing = enqueue(async () => Promise.reject(new Error('broken')))
  const next = enqueue(async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})
