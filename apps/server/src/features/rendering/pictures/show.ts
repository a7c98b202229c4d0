import sharp from 'sharp'
import { type DecodedPicture, shownValue } from './decoded.ts'
import { type ExaminedPicture, previewSizes } from './pictures.ts'

/** Returns red, green and blue as a screen shows them; transparent pixels are drawn on black. */
export function shownPixels(picture: DecodedPicture): Uint8Array {
  const { width, height, channels, samples } = picture
  if (samples instanceof Uint8Array && channels === 3) return samples
  if (samples instanceof Uint8Array && channels === 4) return beforeBlack(samples)
  const shown = shownValue(samples)
  const isGrey = channels < 3
  const alpha = channels === 2 ? 1 : channels === 4 ? 3 : undefined
  // OpenEXR stores colours already multiplied by alpha.
  const isMultiplied = samples instanceof Float32Array
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * channels
    const cover = alpha === undefined || isMultiplied ? 1 : shown(at + alpha) / 255
    for (let colour = 0; colour < 3; colour++) {
      const value = shown(isGrey ? at : at + colour) * cover
      rgb[pixel * 3 + colour] = Math.min(255, Math.round(value))
    }
  }
  return rgb
}

/** Draws red, green, blue and alpha bytes on black: the usual case, and four times as fast as the general one. */
function beforeBlack(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const cover = (rgba[from + 3] ?? 0) / 255
    for (let colour = 0; colour < 3; colour++)
      rgb[to + colour] = Math.round((rgba[from + colour] ?? 0) * cover)
  }
  return rgb
}

const previewQuality = 82

/**
 * Returns the previews in three sizes, from the largest down; none is larger than the picture, and the two that are
 * shown before payment have at most half its width and height: enough to judge the picture, not enough to replace it.
 */
export async function makePreviews(picture: DecodedPicture): Promise<ExaminedPicture['previews']> {
  const { width, height } = picture
  const whole = sharp(shownPixels(picture), { raw: { width, height, channels: 3 } })
  const jpeg = (size: { width: number; height: number }) =>
    whole
      .clone()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: previewQuality })
      .toBuffer()
  const [large, medium, small] = await Promise.all([
    jpeg(previewSizes.large),
    jpeg(atMostHalf(previewSizes.medium, picture)),
    jpeg(atMostHalf(previewSizes.small, picture)),
  ])
  return { large, medium, small }
}

type Size = Pick<DecodedPicture, 'width' | 'height'>

function atMostHalf(size: Size, picture: Size): Size {
  const half = (side: number) => Math.max(1, Math.ceil(side / 2))
  return {
    width: Math.min(size.width, half(picture.width)),
    height: Math.min(size.height, half(picture.height)),
  }
}

/** Returns a region of a picture as a viewable JPEG. */
export function cropAsJpeg(picture: DecodedPicture): Promise<Buffer> {
  const { width, height } = picture
  const raw = { width, height, channels: 3 } as const
  return sharp(shownPixels(picture), { raw }).jpeg({ quality: 95 }).toBuffer()
}
