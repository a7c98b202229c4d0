import type { Region } from '@gridloom/contract/agent/rendering'
import { type DecodedPicture, shownValue } from './decoded.ts'
import type { PictureDifference } from './pictures.ts'

/** The largest difference of a sample, of 255, at which a pixel does not count as differing. */
const tolerance = 2

/**
 * Compares two pictures as a screen shows them; `region` is the position of the second within the first. Pictures whose
 * sizes do not match differ entirely. PSNR is computed over all samples, with a peak of 255 (as in ITU-T J.247).
 */
export function comparePictures(
  first: DecodedPicture,
  second: DecodedPicture,
  region: Region | null,
): PictureDifference {
  const { x, y } = region ?? { x: 0, y: 0 }
  const { width, height, channels } = second
  const fits = x + width <= first.width && y + height <= first.height
  const isAsked = region === null ? isSameSize(first, second) : isSameSize(region, second)
  if (!fits || !isAsked || first.channels !== channels) {
    return { psnrDb: 0, differingPercent: 100 }
  }
  const [shownFirst, shownSecond] = [shownValue(first.samples), shownValue(second.samples)]
  let squares = 0
  let differing = 0
  for (let row = 0; row < height; row++) {
    let at = ((y + row) * first.width + x) * channels
    let beside = row * width * channels
    for (let column = 0; column < width; column++) {
      let largest = 0
      for (let channel = 0; channel < channels; channel++) {
        const distance = Math.abs(shownFirst(at++) - shownSecond(beside++))
        squares += distance * distance
        if (distance > largest) largest = distance
      }
      if (largest > tolerance) differing++
    }
  }
  const meanSquare = squares / (width * height * channels)
  return {
    psnrDb: meanSquare === 0 ? null : 10 * Math.log10(255 ** 2 / meanSquare),
    differingPercent: (100 * differing) / (width * height),
  }
}

/** Whether the picture looks like a single colour: Blender's dithering changes even black by one. */
export function isConstant({ samples, channels }: DecodedPicture): boolean {
  const shown = shownValue(samples)
  for (let at = channels; at < samples.length; at++) {
    if (Math.abs(shown(at) - shown(at % channels)) > tolerance) return false
  }
  return true
}

/** Returns a region of a picture, or all of it. */
export function cropOf(picture: DecodedPicture, region: Region | null): DecodedPicture {
  if (region === null) return picture
  const { channels, samples } = picture
  const width = Math.min(region.width, picture.width - region.x)
  const height = Math.min(region.height, picture.height - region.y)
  if (width < 1 || height < 1) return picture
  const rows = samples.slice(0, width * height * channels)
  for (let row = 0; row < height; row++) {
    const from = ((region.y + row) * picture.width + region.x) * channels
    rows.set(samples.subarray(from, from + width * channels), row * width * channels)
  }
  return { ...picture, width, height, samples: rows }
}

/**
 * Shrinks a picture: each square of `side` pixels becomes one, of their mean; incomplete squares at the edges are cut
 * off.
 */
export function shrunkBy(picture: DecodedPicture, side: number): DecodedPicture {
  if (side === 1) return picture
  const { channels, samples } = picture
  const width = Math.max(1, Math.floor(picture.width / side))
  const height = Math.max(1, Math.floor(picture.height / side))
  const means = samples.slice(0, width * height * channels)
  for (let at = 0; at < means.length; at++) {
    const pixel = Math.floor(at / channels)
    const [column, row] = [(pixel % width) * side, Math.floor(pixel / width) * side]
    let sum = 0
    for (let nth = 0; nth < side * side; nth++) {
      const x = column + (nth % side)
      const y = row + Math.floor(nth / side)
      sum += samples[(y * picture.width + x) * channels + (at % channels)] ?? 0
    }
    means[at] = sum / (side * side)
  }
  return { ...picture, width, height, samples: means }
}

function isSameSize(
  a: { width: number; height: number },
  b: { width: number; height: number },
): boolean {
  return a.width === b.width && a.height === b.height
}
