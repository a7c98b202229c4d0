import { setImmediate as turn } from 'node:timers/promises'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { createFakeRenderer } from '../../test/fake-renderer.ts'
import {
  aJobId,
  anotherJobId,
  bytesOf,
  contentHashOf,
  someLimits,
  someSettings,
} from '../../test/render-builders.ts'
import type { OpenScene } from './renderer.ts'
import { createWarmScene, idleMs, type SceneWanted } from './warm-scene.ts'

const scene = contentHashOf(bytesOf('scene'))
const other = contentHashOf(bytesOf('other'))

describe('the open scene', () => {
  it('is reused for the same scene and settings', async () => {
    const test = setup()
    const first = await test.open()
    expect(await test.open()).toBe(first)
    expect(test.warm.isOpen(wanted())).toBe(true)
    expect(test.warm.scene()).toBe(scene)
  })

  it('is closed completely before another is opened', async () => {
    const test = setup()
    const first = await test.open()
    const closed = Promise.withResolvers<void>()
    first[Symbol.asyncDispose] = () => closed.promise
    const opening = test.open({ scene: other })
    await turn()
    expect(test.blender.opened).toHaveLength(1)
    closed.resolve()
    await opening
    expect(test.blender.opened).toHaveLength(2)
    expect(test.warm.scene()).toBe(other)
  })

  it('is never shared with another job, even with the same scene and settings', async () => {
    const test = setup()
    const first = await test.open()
    expect(test.warm.isOpen(wanted({ job: anotherJobId }))).toBe(false)
    expect(await test.open({ job: anotherJobId })).not.toBe(first)
    expect(first.isAlive()).toBe(false)
  })

  it('is opened again if it died', async () => {
    const test = setup()
    const first = await test.open()
    await first[Symbol.asyncDispose]()
    expect(test.warm.isOpen(wanted())).toBe(false)
    expect(await test.open()).not.toBe(first)
  })

  it('is undefined if opening failed', async () => {
    const test = setup()
    test.blender.failOpening({ code: 'file_broken', text: 'It is broken.' })
    await expect(test.open()).rejects.toThrow('It is broken.')
    expect(test.warm.scene()).toBeUndefined()
  })

  it('that cannot be closed is reported, and does not block the next one', async () => {
    const test = setup()
    const first = await test.open()
    first[Symbol.asyncDispose] = () => Promise.reject(new Error('it hangs'))
    await test.open({ scene: other })
    expect(test.failures).toEqual([new Error('it hangs')])
  })

  it('is closed after two idle minutes, unless it is used again', async () => {
    const test = setup()
    await test.open()
    test.warm.rest()
    await test.clock.advance(idleMs - 1)
    await test.open()
    await test.clock.advance(idleMs)
    expect(test.blender.live()).toBe(1)
    test.warm.rest()
    await test.clock.advance(idleMs)
    expect(test.blender.live()).toBe(0)
    expect(test.warm.scene()).toBeUndefined()
  })

  it('can be closed more than once', async () => {
    const test = setup()
    await test.open()
    await test.warm.close()
    await test.warm.close()
    expect(test.blender.live()).toBe(0)
  })
})

function wanted(changes: Partial<SceneWanted> = {}): SceneWanted {
  return {
    job: aJobId,
    scene,
    blendPath: 'scene.blend',
    settings: someSettings,
    limits: someLimits,
    ...changes,
  }
}

function setup() {
  const clock = createTestClock()
  const blender = createFakeRenderer()
  const failures: unknown[] = []
  const warm = createWarmScene({
    renderer: blender,
    scenes: { locate: async (_, sceneFile) => ({ sceneFolder: '/scenes', sceneFile }) },
    threads: 1,
    clock,
    onFailure: (cause) => void failures.push(cause),
  })
  return {
    clock,
    blender,
    failures,
    warm,
    open: (changes: Partial<SceneWanted> = {}): Promise<OpenScene> =>
      warm.open(wanted(changes), new AbortController().signal),
  }
}
