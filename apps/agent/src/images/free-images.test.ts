import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { freeImages } from './free-images.ts'
import { openOwnImages } from './own-images.ts'

const { signal } = new AbortController()
const gb = 1_000_000_000
const hourMs = 3_600_000

it('removes the longest unused images first, and no more than needed', async () => {
  await using test = await setup({ freeGb: 8 })
  for (const name of ['old:1', 'older:1', 'new:1']) await test.fetch(name)
  await test.pass(3)
  await test.own.touch('old:1', test.clock.now())
  await test.pass(3)
  await test.own.touch('new:1', test.clock.now())
  await test.free()
  expect(test.held()).toEqual(['old:1', 'new:1'])
  await test.free()
  expect(test.held()).toEqual(['old:1', 'new:1'])
})

it('removes nothing while there is space, and no image that was used recently', async () => {
  await using roomy = await setup({ freeGb: 50 })
  await roomy.fetch('a:1')
  await roomy.pass(9)
  await roomy.free()
  expect(roomy.held()).toEqual(['a:1'])
  await using tight = await setup({ freeGb: 1 })
  await tight.fetch('a:1')
  await tight.free()
  expect(tight.held()).toEqual(['a:1'])
})

it('never removes images of the provider, retagged images or images of unknown origin', async () => {
  const before = { 'unsaid:1': 'id of unsaid:1' }
  await using test = await setup({ freeGb: 1, before, held: ['theirs:1', 'unsaid:1'] })
  await test.own.add(
    { name: 'theirs:1', id: 'id of theirs:1', isOurs: false, isPrivate: false },
    test.clock.now(),
  )
  await test.fetch('retagged:1')
  test.images.set('retagged:1', 'another')
  await test.pass(9)
  await test.free()
  expect(test.held()).toEqual(['theirs:1', 'unsaid:1', 'retagged:1'])
})

it('removes an earlier image of a name that is used', async () => {
  await using test = await setup({ freeGb: 1 })
  await test.fetch('tag:1')
  test.images.set('sha256:id of tag:1', 'id of tag:1')
  test.images.set('tag:1', 'another')
  const next = { name: 'tag:1', id: 'another', isOurs: true, isPrivate: true }
  await test.pass(9)
  await test.own.add(next, test.clock.now())
  await test.free()
  expect(test.held()).toEqual(['tag:1'])
})

it('skips an image that a container uses, and keeps it for a later try', async () => {
  await using test = await setup({ freeGb: 1, inUse: ['used:1'] })
  await test.fetch('used:1')
  await test.fetch('idle:1')
  await test.pass(9)
  await test.free()
  expect(test.held()).toEqual(['used:1'])
  expect(await test.own.has('used:1', 'id of used:1')).toBe(true)
  expect(await test.own.has('idle:1', 'id of idle:1')).toBe(false)
})

/** A disk of 100 GB; each removed image frees 4 GB. */
async function setup(given: {
  freeGb: number
  before?: Record<string, string>
  held?: string[]
  inUse?: string[]
}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-images-'))
  await writeFile(join(dataDir, 'images.json'), JSON.stringify(given.before ?? {}))
  const clock = createTestClock()
  const own = openOwnImages(dataDir)
  const images = new Map((given.held ?? []).map((name) => [name, `id of ${name}`]))
  let { freeGb } = given
  const runtime = {
    space: async () => {
      const none = { unfilledBytes: 0, allocatedBytes: 0, volumeBytes: 0 }
      return { totalBytes: 100 * gb, freeBytes: freeGb * gb, ...none }
    },
    imageId: async (name: string) => images.get(name),
    removeImage: async (name: string) => {
      if (given.inUse?.includes(name)) return
      images.delete(name)
      freeGb += 4
    },
  }
  return {
    own,
    images,
    clock,
    fetch: async (name: string) => {
      images.set(name, `id of ${name}`)
      await own.add({ name, id: `id of ${name}`, isOurs: true, isPrivate: false }, clock.now())
    },
    pass: (hours: number) => clock.advance(hours * hourMs),
    free: () => freeImages({ runtime, clock, own }, signal),
    held: () => [...images.keys()],
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}
