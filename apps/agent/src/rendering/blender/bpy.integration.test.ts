import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aChunkPart,
  collectProgress,
  hasBlender,
  startWorkplace,
  type Workplace,
} from '../../../test/blender-workplace.ts'
import { pixelsOf } from '../../../test/read-png.ts'
import { cropPixels, type Pixels } from './png.ts'

/** A Python with the module `bpy`, which script/bootstrap does not install because of its size. */
const bpyPython = process.env.GRIDLOOM_TEST_BPY_PYTHON ?? ''
const canRun = hasBlender && existsSync(bpyPython)
const never = new AbortController().signal
const quiet = () => {}

describe.runIf(canRun)('rendering with the module bpy of GRIDLOOM_TEST_BPY_PYTHON', () => {
  let place: Workplace
  beforeAll(async () => {
    place = await startWorkplace({ bpyPython })
  })
  afterAll(() => place[Symbol.asyncDispose]())

  it('reports its capability', async () => {
    expect(await place.renderer.probe(never)).toMatchObject({
      capability: {
        driver: 'bpy',
        blender_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        engines: expect.arrayContaining(['cycles']),
        devices: expect.arrayContaining([expect.objectContaining({ kind: 'cpu' })]),
      },
    })
  })

  it('renders frames in one process with progress, and the same frame identically', async () => {
    await using scene = await place.open('plain.blend')
    for (const name of ['one', 'two', 'again']) {
      const { received, listen } = collectProgress()
      const chunkPart = aChunkPart({ frame: name === 'two' ? 2 : 1 })
      const outcome = await scene.render(chunkPart, place.path(name), listen, never)
      expect(outcome).toMatchObject({ kind: 'done', renderS: expect.any(Number) })
      expect(received.at(-1)).toEqual({ sample: 4, samples: 4 })
    }
    const [one, two, again] = await Promise.all(
      ['one', 'two', 'again'].map((name) => pixelsOf(place.path(name))),
    )
    expect(again).toEqual(one)
    expect(two?.bytes.equals(one?.bytes ?? Buffer.alloc(0))).toBe(false)
    expect(scene.log()).not.toContain(join(bpyPython, '..', '..'))
  })

  it('renders a tile that equals the whole there, and ranges whose merge equals it', async () => {
    await using scene = await place.open('plain.blend')
    await scene.render(aChunkPart(), place.path('whole.png'), quiet, never)
    const whole = await pixelsOf(place.path('whole.png'))
    const region = { x: 13, y: 7, width: 29, height: 11 }
    await scene.render(aChunkPart({ region }), place.path('part.png'), quiet, never)
    const part = await pixelsOf(place.path('part.png'))
    expect(part.bytes.equals(cropPixels(whole, region).bytes)).toBe(true)
    const inputs = [place.path('1.exr'), place.path('2.exr')]
    for (const [place, offset] of [0, 2].entries()) {
      const sample_range = { offset, count: 2 }
      await scene.render(aChunkPart({ sample_range }), inputs[place] ?? '', quiet, never)
    }
    await place.merge({ inputs, outFile: place.path('merged.png') })
    const merged = await pixelsOf(place.path('merged.png'))
    expect(largestDifference(merged.bytes, whole.bytes)).toBeLessThanOrEqual(1)
  })

  it('denoises a merge if requested', async () => {
    const settings = { denoise: true, samples: 2 }
    await using scene = await place.open('plain.blend', { settings })
    const inputs = [place.path('d1.exr'), place.path('d2.exr')]
    for (const [number, path] of inputs.entries()) {
      const sample_range = { offset: number, count: 1 }
      await scene.render(aChunkPart({ sample_range }), path, quiet, never)
    }
    const smooth = place.path('smooth.png')
    const { outcome } = await place.merge({ settings, inputs, outFile: smooth })
    expect(outcome).toMatchObject({ kind: 'done' })
    const outFile = place.path('rough.png')
    await place.merge({ settings: { samples: 2 }, inputs, outFile })
    const rough = await pixelsOf(place.path('rough.png'))
    expect(roughnessOf(await pixelsOf(smooth))).toBeLessThan(roughnessOf(rough) * 0.95)
  })

  it('runs no script and no driver of a scene, and rejects one without a camera', async () => {
    await using scene = await place.open('hostile.blend')
    await scene.render(aChunkPart(), place.path('hostile.png'), quiet, never)
    expect(place.visits()).toBe(0)
    const refused = place.open('no-camera.blend')
    await expect(refused).rejects.toMatchObject({ problem: { code: 'no_camera' } })
  })
})

/** Returns how much neighbouring values differ, which denoising reduces. */
function roughnessOf({ bytes, bytesPerPixel }: Pixels): number {
  return bytes.reduce(
    (sum, value, at) => sum + Math.abs(value - (bytes[at + bytesPerPixel] ?? value)),
    0,
  )
}

function largestDifference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length)
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0)
}
