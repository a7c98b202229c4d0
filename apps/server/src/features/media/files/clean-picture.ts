import { Refused } from '@gridloom/contract/errors'
import { cleanWebp } from '@gridloom/domain/media/clean-webp'
import { isTurned, jpegOrientation, withOrientation } from '@gridloom/domain/media/jpeg-orientation'
import { type PictureHeader, readPictureHeader } from '../../../platform/pictures/picture-header.ts'
import { cleanJpeg, cleanPng, NotAPicture } from '../../rendering/index.ts'

const pixelsMax = 50_000_000
const sidePxMax = 16_384

/** A picture without anything but its pixels; width and height are as it is shown. */
export interface CleanPicture extends PictureHeader {
  readonly bytes: Uint8Array
}

/**
 * Returns the same pixels without Exif, places, names, comments, or data behind the picture. A photograph keeps the one
 * number that says how its camera was held.
 * @throws Refused `media_kind_mismatch` for what is no picture, `too_large`
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture {
  const cleaned = cleanedBytes(bytes)
  const header = readPictureHeader(cleaned)
  if (header === undefined) throw new Refused('media_kind_mismatch')
  const isSideways = header.contentType === 'image/jpeg' && isTurned(jpegOrientation(cleaned))
  const [width, height] = isSideways ? [header.height, header.width] : [header.width, header.height]
  if (Math.max(width, height) > sidePxMax || width * height > pixelsMax)
    throw new Refused('too_large', { details: { limit: '50 million pixels' } })
  return { ...header, width, height, bytes: cleaned }
}

function cleanedBytes(bytes: Uint8Array): Uint8Array {
  const begins = (text: string, at = 0) =>
    Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text
  try {
    if (begins('\xff\xd8')) return withOrientation(cleanJpeg(bytes), jpegOrientation(bytes))
    if (begins('\x89PNG')) return cleanPng(bytes)
    if (begins('RIFF') && begins('WEBP', 8)) return cleanWebp(bytes)
  } catch (error) {
    if (error instanceof NotAPicture) throw new Refused('media_kind_mismatch', { cause: error })
    throw error
  }
  throw new Refused('media_kind_mismatch')
}
