import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import type { WantedImage } from '../images/wanted-image.ts'
import { createPreparedImages } from './prepared-images.ts'

const one = { image: 'registry.example.com/one:1', recipe: null }
const other = { image: 'registry.example.com/other:1', recipe: null }
const hourMs = 3_600_000

it('fetches the images of the list one after the other, and says how far each is', async () => {
  const { prepared, calls, next } = setup()
  expect(statesOf(prepared.set([one, other]))).toEqual(['preparing', 'waiting'])
  const [first] = calls
  first?.show({ text: 'Pulling', percent: 34, done_bytes: null, total_bytes: null })
  expect(prepared.set([one, other])[0]).toMatchObject({
    ...{ state: 'preparing', progress: { percent: 34 } },
  })
  first?.done.resolve()
  await next()
  expect(statesOf(prepared.set([one, other]))).toEqual(['ready', 'preparing'])
  expect(calls.map(({ image }) => image)).toEqual([one.image, other.image])
})

it('says why an image could not be fetched, and tries again after an hour', async () => {
  const { prepared, calls, next, clock } = setup()
  prepared.set([one])
  calls[0]?.done.reject(new Error('There is no such image.'))
  await next()
  expect(prepared.set([one])).toMatchObject([
    { state: 'failed', problem: 'There is no such image.' },
  ])
  expect(calls).toHaveLength(1)
  await clock.advance(hourMs)
  expect(statesOf(prepared.set([one]))).toEqual(['preparing'])
  expect(calls).toHaveLength(2)
})

it('looks at a ready image again, so that it is not freed as unused', async () => {
  const { prepared, calls, next, clock } = setup()
  prepared.set([one])
  calls[0]?.done.resolve()
  await next()
  await clock.advance(hourMs)
  expect(statesOf(prepared.set([one]))).toEqual(['ready'])
  expect(calls).toHaveLength(2)
})

it('ends the fetch of an image that is wanted no longer', async () => {
  const { prepared, calls, next } = setup()
  prepared.set([one])
  prepared.set([other])
  expect(calls[0]?.signal.aborted).toBe(true)
  calls[0]?.done.reject(calls[0].signal.reason)
  await next()
  expect(statesOf(prepared.set([other]))).toEqual(['preparing'])
})

it('ends what is under way with the agent', async () => {
  const { prepared, calls } = setup()
  prepared.set([one, other])
  const ended = prepared.end()
  expect(calls[0]?.signal.aborted).toBe(true)
  calls[0]?.done.reject(calls[0].signal.reason)
  await ended
  expect(calls).toHaveLength(1)
})

function statesOf(states: readonly { state: string }[]): string[] {
  return states.map(({ state }) => state)
}

function setup() {
  const clock = createTestClock()
  const calls: {
    image: string
    signal: AbortSignal
    show: Parameters<Parameters<typeof createPreparedImages>[0]['ensureImage']>[1]
    done: PromiseWithResolvers<void>
  }[] = []
  const prepared = createPreparedImages({
    clock,
    log: { info: () => {}, warn: () => {} },
    builds: { of: () => undefined, isBuilding: () => false, begin: async () => {} },
    ensureImage: ({ image }: WantedImage, show, signal) => {
      const done = Promise.withResolvers<void>()
      calls.push({ image, signal, show, done })
      return done.promise
    },
  })
  /** Lets what was settled go on to the next image. */
  const next = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { prepared, calls, next, clock }
}
