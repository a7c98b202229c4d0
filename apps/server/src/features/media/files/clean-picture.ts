import { Refused } from '@gridloom/contract/errors'
import { cleanWebp } from '@gridloom/domain/media/clean-webp'
import { type PictureHeader, readPictureHeader } from '../../../platform/pictures/picture-header.ts'
import { cleanJpeg, cleanPng, NotAPicture } from '../../rendering/index.ts'

const pixelsMax = 50_000_000
const sidePxMax = 16_384

/** A picture without anything but its pixels. */
export interface CleanPicture extends PictureHeader {
  readonly bytes: Uint8Array
}

/**
 * Returns the same pixels without Exif, places, names, comments, or data behind the picture.
 * @throws Refused `media_kind_mismatch` for what is no picture, `too_large`
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture {
  const cleaned = cleanedBytes(bytes)
  const header = readPictureHeader(cleaned)
  if (header === undefined) throw new Refused('media_kind_mismatch')
  const { width, height } = header
  if (Math.max(width, height) > sidePxMax || width * height > pixelsMax)
    throw new Refused('too_large', { details: { limit: '50 million pixels' } })
  return { ...header, bytes: cleaned }
}

function cleanedBytes(bytes: Uint8Array): Uint8Array {
  const begins = (text: string, at = 0) =>
    Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text
  try {
    if (begins('\xff\xd8')) return cleanJpeg(bytes)
    if (begins('\x89PNG')) return cleanPng(bytes)
    if (begins('RIFF') && begins('WEBP', 8)) return cleanWebp(bytes)
  } catch (error) {
    if (error instanceof NotAPicture) throw new Refused('media_kind_mismatch', { cause: error })
    throw error
  }
  throw new Refused('media_kind_mismatch')
}
