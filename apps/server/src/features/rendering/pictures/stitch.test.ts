import { describe, expect, it } from 'vitest'
import { rendered } from '../../../../test/rendered.ts'
import { decodePicture, factsOf } from './decode.ts'
import { NotAPicture, type StitchOptions } from './pictures.ts'
import { stitchTiles } from './stitch.ts'

const quarters = [0, 1].flatMap((row) =>
  [0, 1].map((column) => ({
    region: { x: column * 48, y: row * 27, width: 48, height: 27 },
    bytes: rendered(`tile-${column}-${row}.png`).bytes,
  })),
)
const halves = [0, 1].map((column) => ({
  region: { x: column * 48, y: 0, width: 48, height: 54 },
  bytes: rendered(`tile-${column}-0.exr`).bytes,
}))
const size = { width: 96, height: 54 }

describe('stitched tiles', () => {
  it('equal Blender’s whole picture bit for bit, in PNG', async () => {
    const whole = await stitchTiles({ ...size, format: 'png', tiles: quarters })
    expect(await hashOf(whole, 'png')).toBe(await hashOf(rendered('undithered.png').bytes, 'png'))
  })

  it('equal Blender’s whole picture bit for bit, in OpenEXR', async () => {
    const whole = await stitchTiles({ ...size, format: 'openexr', tiles: halves })
    expect(await hashOf(whole, 'openexr')).toBe(
      await hashOf(rendered('float.exr').bytes, 'openexr'),
    )
  })

  it.each([
    ['png', 'deep.png'],
    ['openexr', 'half.exr'],
    ['openexr', 'range-0.exr'],
  ] as const)(
    'keep the bit depth and the samples of the source: %s of %s',
    async (format, name) => {
      const { bytes } = rendered(name)
      const twice = [0, 54].map((y) => ({ region: { x: 0, y, ...size }, bytes }))
      const whole = await stitchTiles({ width: 96, height: 108, format, tiles: twice })
      const [before, after] = [
        await decodePicture(bytes, format),
        await decodePicture(whole, format),
      ]
      expect(after.bits).toBe(before.bits)
      const half = after.samples.length / 2
      expect(after.samples.subarray(0, half)).toEqual(before.samples)
      expect(after.samples.subarray(half)).toEqual(before.samples)
    },
  )

  it('are the same in any order', async () => {
    const [there, back] = await Promise.all(
      [quarters, quarters.toReversed()].map((tiles) =>
        stitchTiles({ ...size, format: 'png', tiles }),
      ),
    )
    expect(back).toEqual(there)
  })
})

describe('tiles that do not fit together', () => {
  it.each<[string, Partial<StitchOptions>]>([
    ['a tile is missing', { tiles: quarters.slice(1) }],
    ['a tile is there twice', { tiles: [...quarters.slice(1), ...quarters.slice(1, 2)] }],
    ['a tile is beyond the edge', { tiles: movedBy(quarters, 1) }],
    ['the picture is another one', { width: 108, height: 48 }],
    ['there are none', { tiles: [] }],
    ['JPEG, which loses something each time', { format: 'jpeg' }],
  ])('are rejected: %s', async (_, asked) => {
    const stitched = stitchTiles({ ...size, format: 'png', tiles: quarters, ...asked })
    await expect(stitched).rejects.toBeInstanceOf(NotAPicture)
  })

  it('are rejected with a tile of another size or bit depth', async () => {
    const [first, ...others] = quarters
    if (first === undefined) throw new Error('there are four')
    for (const name of ['small.png', 'crop.png', 'deep.png']) {
      const wrong = { ...first, bytes: rendered(name).bytes }
      const tiles = [...others, wrong]
      const isSame = stitchTiles({ ...size, format: 'png', tiles })
      if (name === 'small.png') await expect(isSame).resolves.toBeDefined()
      else await expect(isSame).rejects.toBeInstanceOf(NotAPicture)
    }
  })
})

function movedBy(tiles: typeof quarters, x: number) {
  return tiles.map((tile) => ({ ...tile, region: { ...tile.region, x: tile.region.x + x } }))
}

async function hashOf(bytes: Uint8Array, format: 'png' | 'openexr'): Promise<string> {
  return factsOf(await decodePicture(bytes, format)).pixelsSha256
}
