import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { createFakeRuntime } from '../runtime/fake/index.ts'
import { createSpareDisks } from './spare-disks.ts'

it('makes spare disks of the size requested last, 1.5 s after the request', async () => {
  await using test = await setup()
  expect(test.prepared).toEqual([])
  test.disks.wanted(1)
  test.disks.wanted(2)
  await test.clock.advance(0)
  await test.clock.advance(1_499)
  expect(test.prepared).toEqual([])
  await test.clock.advance(1)
  expect(test.prepared).toEqual([2])
})

it('continues after a spare disk could not be made', async () => {
  await using test = await setup(() => Promise.reject(new Error('no such program')))
  for (const bytes of [1, 2]) {
    test.disks.wanted(bytes)
    await test.clock.advance(0)
    await test.clock.advance(1_500)
  }
  expect(test.prepared).toEqual([1, 2])
})

it('drops unused spare disks at its end', async () => {
  const test = await setup()
  expect(test.dropped()).toBe(0)
  await test[Symbol.asyncDispose]()
  expect(test.dropped()).toBe(1)
})

async function setup(prepare: () => Promise<void> = async () => {}) {
  const clock = createTestClock()
  const life = new AbortController()
  const prepared: number[] = []
  let dropped = 0
  const runtime = {
    ...createFakeRuntime({ clock }),
    prepareDisks: async (bytes: number) => {
      prepared.push(bytes)
      await prepare()
    },
    dropSpareDisks: async () => {
      dropped += 1
    },
  }
  const disks = createSpareDisks({ runtime, clock, log: { info: () => {}, warn: () => {} } })
  const begun = disks.begin(life.signal)
  await clock.advance(0)
  return {
    clock,
    disks,
    prepared,
    dropped: () => dropped,
    [Symbol.asyncDispose]: async () => {
      life.abort()
      await begun
      await disks.end()
    },
  }
}
