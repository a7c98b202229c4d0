import { describe, expect, it } from 'vitest'
import { rendered } from '../../../../test/rendered.ts'
import { comparePictures } from './compare.ts'
import { decodePicture } from './decode.ts'
import { checkSize, type DecodedPicture, shownValue } from './decoded.ts'
import { NotAPicture } from './pictures.ts'
import { cropAsJpeg, makePreviews, shownPixels } from './show.ts'

describe('the shown pixels', () => {
  it('of 8 bits are the bytes themselves', () => {
    const samples = Uint8Array.of(1, 2, 3, 250, 251, 252)
    expect(shownPixels(aPicture({ channels: 3, samples }))).toEqual(samples)
  })

  it('of 16 bits are the nearest bytes', () => {
    const samples = Uint16Array.of(0, 128, 129, 65_535, 32_768, 257)
    const shown = shownPixels(aPicture({ channels: 3, samples }))
    expect(shown).toEqual(Uint8Array.of(0, 0, 1, 255, 128, 1))
  })

  it('of grey are three equal bytes', () => {
    const shown = shownPixels(aPicture({ channels: 1, samples: Uint8Array.of(7, 9) }))
    expect(shown).toEqual(Uint8Array.of(7, 7, 7, 9, 9, 9))
  })

  it('of transparent pixels are drawn on black', () => {
    const samples = Uint8Array.of(200, 100, 50, 0, 200, 100, 50, 255)
    expect(shownPixels(aPicture({ channels: 4, samples }))).toEqual(
      Uint8Array.of(0, 0, 0, 200, 100, 50),
    )
    const grey = aPicture({ channels: 2, samples: Uint8Array.of(200, 51, 200, 255) })
    expect(shownPixels(grey)).toEqual(Uint8Array.of(40, 40, 40, 200, 200, 200))
  })

  it('of light follow the screen curve up to white, with alpha already multiplied', () => {
    const samples = Float32Array.of(0, 0.5, 1, 0.5, 7, -1, Number.NaN, 0)
    const shown = shownPixels(aPicture({ channels: 4, samples }))
    expect(shown).toEqual(Uint8Array.of(0, 188, 255, 255, 0, 0))
  })

  it('of Blender’s OpenEXR cover both bright and dark values', async () => {
    const light = await decodePicture(rendered('float.exr').bytes, 'openexr')
    const shown = shownPixels(light)
    expect(Math.max(...shown)).toBeGreaterThan(100)
    expect(Math.min(...shown)).toBeLessThan(100)
  })
})

describe('previews', () => {
  it('are shrunk to their boxes by the side that is too long', async () => {
    const tall = aPicture({
      width: 10,
      height: 2_000,
      channels: 3,
      samples: new Uint8Array(60_000),
    })
    const previews = await makePreviews(tall)
    const sizes = await Promise.all(
      [previews.large, previews.medium, previews.small].map(async (bytes) => {
        const { width, height } = await decodePicture(bytes, 'jpeg')
        return [width, height]
      }),
    )
    expect(sizes).toEqual([
      [5, 1_080],
      [2, 338],
      [1, 112],
    ])
  })

  it('look like the picture', async () => {
    const picture = await decodePicture(rendered('honest.png').bytes, 'png')
    const { large } = await makePreviews(picture)
    const preview = await decodePicture(large, 'jpeg')
    const alike: DecodedPicture = { ...picture, channels: 3, samples: shownPixels(picture) }
    expect(comparePictures(alike, preview, null).psnrDb).toBeGreaterThan(30)
  })

  it('and crops are JPEGs; a crop has the size of its region', async () => {
    const crop = await cropAsJpeg(
      aPicture({ channels: 3, samples: Uint8Array.of(9, 9, 9, 1, 1, 1) }),
    )
    expect(await decodePicture(crop, 'jpeg')).toMatchObject({ width: 2, height: 1, channels: 3 })
  })
})

describe('a sample’s value', () => {
  it('has one scale in every kind of file', () => {
    expect(shownValue(Uint8Array.of(128))(0)).toBe(128)
    expect(shownValue(Uint16Array.of(128 * 257))(0)).toBe(128)
    expect(shownValue(Float32Array.of(1))(0)).toBeCloseTo(255, 4)
    expect(shownValue(Float32Array.of(0.001))(0)).toBeCloseTo(0.001 * 12.92 * 255, 4)
  })

  it('beyond the end is 0', () => {
    expect(shownValue(new Uint8Array(0))(5)).toBe(0)
  })

  it('of light grows far beyond white, up to a bound', () => {
    const lights = [0, 0.001, 0.0031308, 0.01, 0.5, 1, 2, 100, 65_504]
    const shown = lights.map((light) => shownValue(Float32Array.of(light))(0))
    expect(shown.toSorted((a, b) => a - b)).toEqual(shown)
    expect(new Set(shown).size).toBe(lights.length)
    const [bound, infinite] = [65_504, Number.POSITIVE_INFINITY].map((light) =>
      shownValue(Float32Array.of(light))(0),
    )
    expect(infinite).toBe(bound)
  })
})

it.each([
  [0, 5],
  [5, 0],
  [-1, 5],
  [1.5, 2],
  [8_193, 8_192],
  [2 ** 31, 2 ** 31],
  [Number.NaN, 1],
])('rejects the picture size %d × %d', (width, height) => {
  expect(() => checkSize({ width, height })).toThrow(NotAPicture)
})

it('accepts the picture size 8192 × 8192', () => {
  expect(() => checkSize({ width: 8_192, height: 8_192 })).not.toThrow()
})

/** Pixels in a single row, unless a size is given. */
function aPicture(
  given: Pick<DecodedPicture, 'channels' | 'samples'> & Partial<DecodedPicture>,
): DecodedPicture {
  return { width: given.samples.length / given.channels, height: 1, bits: 8, ...given }
}
