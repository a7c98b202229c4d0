import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { createFakeRuntime } from '../runtime/fake/index.ts'
import type { ContainerRuntime, EngineSpace } from '../runtime/port.ts'
import { createBoundedPull } from './bounded-pull.ts'

const gb = 1_000_000_000
const image = 'ghcr.io/a/b:1'

it('pulls an image that fits', async () => {
  const test = setup({})
  await test.pull()
  expect(test.removed).toEqual([])
})

it('aborts a pull when its layers turn out too large', async () => {
  const test = setup({ pullImage: endless({ total_bytes: 11 * gb }) })
  await expect(test.pull()).rejects.toMatchObject({
    code: 'image_too_large',
    message: `${image} has 11 GB or more unpacked. The limit is 10 GB.`,
  })
})

it('removes a pulled image that is too large', async () => {
  const test = setup({ imageBytes: async () => 12.3 * gb })
  await expect(test.pull()).rejects.toMatchObject({
    code: 'image_too_large',
    message: expect.stringContaining('12.3 GB'),
  })
  expect(test.removed).toEqual([image])
})

it('keeps a too large image that the engine had before', async () => {
  const test = setup({ imageBytes: async () => 12.3 * gb, imageId: async () => 'same' })
  await expect(test.pull()).rejects.toMatchObject({ code: 'image_too_large' })
  expect(test.removed).toEqual([])
})

it('aborts a pull that unpacks more than an image may, although no layer is too large', async () => {
  const spaces = [aSpace({}), aSpace({ freeBytes: 190 * gb }), aSpace({ freeBytes: 170 * gb })]
  const test = setup({ pullImage: endless({}), space: async () => spaces.shift() })
  await expect(test.pull()).rejects.toMatchObject({ code: 'image_too_large' })
})

it('continues to watch the disk after the engine failed to report it', async () => {
  const looks = [aSpace({}), undefined, aSpace({ freeBytes: 9 * gb })]
  const space = async () => looks.shift() ?? Promise.reject(new Error('no answer'))
  const test = setup({ pullImage: endless({}), space })
  await expect(test.pull()).rejects.toMatchObject({ code: 'disk_full' })
})

it('is not misled by disks that are created meanwhile', async () => {
  const spaces = [aSpace({}), aSpace({ freeBytes: 100 * gb, allocatedBytes: 100 * gb })]
  const space = async () => (spaces.length > 1 ? spaces.shift() : spaces[0])
  const test = setup({ pullImage: async () => systemClock.sleep(600), space })
  await test.pull()
})

it('aborts a pull that reaches the reserve of the machine', async () => {
  const test = setup({ pullImage: endless({}), space: async () => aSpace({ freeBytes: 9 * gb }) })
  await expect(test.pull()).rejects.toMatchObject({ code: 'disk_full' })
})

function setup(changes: Partial<ContainerRuntime>) {
  const removed: string[] = []
  const runtime = {
    ...createFakeRuntime(),
    removeImage: async (name: string) => void removed.push(name),
    ...changes,
  }
  const pull = createBoundedPull({ runtime, clock: systemClock, unpackedBytesMax: 10 * gb })
  return { removed, pull: () => pull({ image }, () => {}, AbortSignal.timeout(5_000)) }
}

/** A pull that runs until it is aborted. */
function endless(figures: { total_bytes?: number }): ContainerRuntime['pullImage'] {
  return async (_, onProgress, signal) => {
    onProgress({ text: '', percent: null, done_bytes: null, total_bytes: null, ...figures })
    await systemClock.sleep(4_000, signal)
  }
}

function aSpace(changes: Partial<EngineSpace>): EngineSpace {
  return {
    totalBytes: 200 * gb,
    freeBytes: 200 * gb,
    unfilledBytes: 0,
    allocatedBytes: 0,
    volumeBytes: 0,
    ...changes,
  }
}
