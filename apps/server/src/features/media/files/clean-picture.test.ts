import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { asciiOf } from '../../../../test/pictures.ts'
import { cleanPicture } from './clean-picture.ts'

const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const

describe.each(orientations)('a photograph of orientation %i', (orientation) => {
  it('is shown as before, and says nothing else of where and when it was taken', async () => {
    const taken = await photograph(orientation)
    expect(taken.includes('Canon')).toBe(true)
    const { bytes, width, height } = cleanPicture(taken)
    const cleaned = Buffer.from(bytes)
    expect(cleaned.includes('Canon')).toBe(false)
    expect(await shown(cleaned)).toEqual(await shown(taken))
    const { info } = await sharp(cleaned).rotate().toBuffer({ resolveWithObject: true })
    expect([width, height]).toEqual([info.width, info.height])
    const { exif, orientation: kept = 1, icc, xmp } = await sharp(cleaned).metadata()
    expect([kept, icc, xmp]).toEqual([orientation, undefined, undefined])
    expect(exif?.length ?? 0).toBeLessThanOrEqual(32)
  })

  it('is read by the order of bytes of either kind of camera', () => {
    for (const order of ['II', 'MM'] as const) {
      const { width } = cleanPicture(withExif(tiff(order, orientation)))
      expect(width).toBe(orientation >= 5 ? 1 : 2)
    }
  })
})

it.each([
  ['an unknown orientation', tiff('II', 9)],
  ['no directory', asciiOf('II*\0\xff\xff\xff\xff')],
  ['a directory that goes on', asciiOf('MM\0*\0\0\0\x08\xff\xff\0\0')],
  ['half a header', asciiOf('II')],
  ['another order of bytes', asciiOf('XX*\0\x08\0\0\0')],
])('is shown as it is stored where Exif has %s', async (_, exif) => {
  const { bytes, width } = cleanPicture(withExif(exif))
  expect(width).toBe(2)
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
})

it('keeps the orientation once, whatever segments a file repeats', async () => {
  const twice = withExif(tiff('MM', 6), withExif(tiff('II', 3)))
  const { bytes } = cleanPicture(twice)
  expect(Buffer.from(bytes).toString('latin1').split('Exif')).toHaveLength(2)
  expect((await sharp(bytes).metadata()).orientation).toBe(6)
})

/** Four corners of different brightness, so that each orientation looks different. */
async function photograph(orientation: number): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [32, 16]
  const pixels = Buffer.alloc(width * height)
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    pixels[at] = (x < width / 2 ? 0 : 80) + (y < height / 2 ? 0 : 160)
  }
  const raw = sharp(pixels, { raw: { width, height, channels: 1 } })
  const jpeg = await raw
    .jpeg({ quality: 100 })
    .withExif({ IFD0: { Make: 'Canon' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation, icc: 'srgb' })
    .toBuffer()
  return Buffer.from(jpeg)
}

/** What a viewer shows: brightness in the middle of each corner. */
async function shown(jpeg: Buffer): Promise<string[]> {
  const upright = sharp(jpeg).rotate().greyscale().raw()
  const { data, info } = await upright.toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    data[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels] ??
    0
  const corners = [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
  return corners.map((brightness) => String(Math.round(brightness / 80)))
}

/** The smallest JPEG of 2 × 1 pixels, with Exif before everything else. */
function withExif(exif: Buffer, jpeg: Buffer = smallest): Buffer {
  const content = Buffer.concat([asciiOf('Exif\0\0'), exif])
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

const smallest = await sharp({ create: { width: 2, height: 1, channels: 3, background: '#fff' } })
  .jpeg()
  .toBuffer()

function tiff(order: 'II' | 'MM', orientation: number): Buffer {
  const numbers = [42, 8, 1, 0x0112, 3, 1, orientation]
  const sizes = [2, 4, 2, 2, 2, 4, 2]
  const fields = numbers.map((number, at) => {
    const field = Buffer.alloc(sizes[at] ?? 2)
    if (order === 'II') field.writeUIntLE(number, 0, field.length)
    else field.writeUIntBE(number, 0, field.length)
    return field
  })
  return Buffer.concat([Buffer.from(order), ...fields, Buffer.alloc(6)])
}
