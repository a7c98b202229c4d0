import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { rendered } from '../../../../test/rendered.ts'
import { decodePicture } from './decode.ts'
import { createPictures, findPictureSandbox } from './picture-processes.ts'
import { NotAPicture } from './pictures.ts'

const never = new AbortController().signal

describe('comparing pictures', () => {
  it.each([
    ['honest.png', null],
    ['half-samples.png', 'differs'],
    ['other-seed.png', 'differs'],
    ['frame-2.png', 'differs'],
    ['recompressed.png', 'differs'],
    ['small.png', 'differs'],
  ])('compares the honest picture with %s', async (name, outcome) => {
    await using pictures = await setup()
    const pair = { first: rendered('honest.png'), second: rendered(name), region: null }
    const { psnrDb, differingPercent } = await pictures.compare(pair, never)
    if (outcome === null) expect(psnrDb).toBeNull()
    else {
      expect(psnrDb).toBeLessThan(60)
      expect(differingPercent).toBeGreaterThan(0.1)
    }
  })

  it('finds a crop of the same frame equal, although its dithering differs', async () => {
    await using pictures = await setup()
    const region = { x: 40, y: 20, width: 24, height: 16 }
    const pair = { first: rendered('honest.png'), second: rendered('crop.png'), region }
    const { differingPercent, crops } = await pictures.compare(pair, never)
    expect(differingPercent).toBe(0)
    for (const crop of [crops.first, crops.second])
      expect(await decodePicture(crop, 'jpeg')).toMatchObject({ width: 24, height: 16 })
  })
})

describe('previews', () => {
  it('are never larger than the picture, half its size before payment, and keep its shape', async () => {
    await using pictures = await setup()
    const { previews } = await pictures.examine(rendered('float.exr'), never)
    const { large, ...unpaid } = previews
    expect(await decodePicture(large, 'jpeg')).toMatchObject({ width: 96, height: 54 })
    for (const preview of Object.values(unpaid))
      expect(await decodePicture(preview, 'jpeg')).toMatchObject({ width: 48, height: 27 })
  })

  it('fit their boxes with any aspect ratio', async () => {
    await using pictures = await setup()
    const tiles = [0, 1, 2, 3].map((nth) => ({
      region: { x: nth * 96, y: 0, width: 96, height: 54 },
      bytes: rendered('half.exr').bytes,
    }))
    const bytes = await pictures.stitch({ width: 384, height: 54, format: 'openexr', tiles }, never)
    const { previews } = await pictures.examine({ bytes, format: 'openexr' }, never)
    expect(await decodePicture(previews.small, 'jpeg')).toMatchObject({ width: 192, height: 27 })
    expect(await decodePicture(previews.medium, 'jpeg')).toMatchObject({ width: 192, height: 27 })
  })
})

describe('picture processes', () => {
  it('decode a picture into rows of colours as a screen shows them', async () => {
    await using pictures = await setup()
    const { width, height, rgb } = await pictures.display(rendered('deep.png'), never)
    expect([width, height, rgb.length]).toEqual([96, 54, 96 * 54 * 3])
  })

  it('reject a broken picture, and continue with the next', async () => {
    await using pictures = await setup()
    const broken = { bytes: rendered('honest.png').bytes.subarray(0, 900), format: 'png' as const }
    await expect(pictures.examine(broken, never)).rejects.toBeInstanceOf(NotAPicture)
    expect((await pictures.examine(rendered('honest.png'), never)).facts.width).toBe(96)
  })

  it('handle many pictures at once, each with its own result', async () => {
    await using pictures = await setup()
    const names = ['honest.png', 'small.png', 'crop.png', 'honest.png', 'small.png', 'crop.png']
    const found = await Promise.all(names.map((name) => pictures.examine(rendered(name), never)))
    expect(found.map(({ facts }) => facts.width)).toEqual([96, 48, 24, 96, 48, 24])
  })

  it.each([
    ['never answers', 'setInterval(() => {}, 1e6)', 'too long'],
    ['spins', 'process.stdin.on("data", () => { for (;;) {} })', 'too long'],
    ['dies', 'process.stdin.on("data", () => process.exit(1))', 'Decoding failed'],
    ['crashes', 'process.stdin.on("data", () => process.abort())', 'Decoding failed'],
  ])('reject the picture when one %s', async (_, code, why) => {
    // One that dies is told at once, whatever the limit and however slowly its process started.
    const timeLimitMs = why === 'too long' ? 500 : 10_000
    await using pictures = await setup({ code, timeLimitMs })
    await expect(pictures.examine(rendered('honest.png'), never)).rejects.toThrow(why)
    await expect(pictures.examine(rendered('honest.png'), never)).rejects.toThrow(why)
  })

  it('abandon a picture whose caller has left, in progress or waiting', async () => {
    await using pictures = await setup({ code: 'setInterval(() => {}, 1e6)', processes: 1 })
    const gone = new AbortController()
    const asked = [1, 2].map(() => pictures.examine(rendered('honest.png'), gone.signal))
    gone.abort(new Error('gone'))
    for (const one of asked) await expect(one).rejects.toThrow('gone')
  })
})

interface Wanted {
  /** The script that a process runs instead of the decoder. */
  code?: string
  processes?: number
  timeLimitMs?: number
}

async function setup({ code, ...limits }: Wanted = {}) {
  await using made = new AsyncDisposableStack()
  let script: URL | undefined
  if (code !== undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-pictures-'))
    made.defer(() => rm(folder, { recursive: true }))
    script = pathToFileURL(path.join(folder, 'script.mjs'))
    await writeFile(script, code)
  }
  const own = script === undefined ? {} : { script }
  const pictures = made.use(
    createPictures({
      ...{ clock: systemClock, processes: 2, sandbox: await findPictureSandbox() },
      ...limits,
      ...own,
    }),
  )
  const rest = made.move()
  return { ...pictures, [Symbol.asyncDispose]: () => rest.disposeAsync() }
}
