import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import { type PictureHeader, readPictureHeader } from './picture-header.ts'

/** A picture that is safe to store. */
export interface Picture {
  contentType: PictureHeader['contentType']
  bytes: Buffer
}

const sidePxMin = 32
const sidePxMax = 1024

/**
 * Returns the picture in a data URL after checking its declared type and its size: 32 to 1024 pixels a side, at most
 * 256 KB.
 * @throws Refused `invalid_input` with the reason at the field `image`
 */
export function readPictureUrl(url: string): Picture {
  const { type, base64 } = /^data:(?<type>[a-z/]+);base64,(?<base64>.*)$/.exec(url)?.groups ?? {}
  const bytes = Buffer.from(base64 ?? '', 'base64')
  // Node skips invalid base64 characters; encoding the bytes again reveals them.
  if (bytes.toString('base64') !== base64) throw refusal('This picture could not be read')
  if (bytes.length > limits.pictureBytes) throw refusal('The picture is larger than 256 KB')
  const header = readPictureHeader(bytes)
  if (header === undefined) throw refusal('Use a PNG, JPEG or WebP picture without extra data')
  if (header.contentType !== type) throw refusal('The picture does not match its declared type')
  const sides = [header.width, header.height]
  if (sides.some((px) => px < sidePxMin)) throw refusal('Use a picture of at least 32 × 32 pixels')
  if (sides.some((px) => px > sidePxMax)) {
    throw refusal('Use a picture of at most 1024 × 1024 pixels')
  }
  return { contentType: header.contentType, bytes }
}

function refusal(text: string): Refused {
  return new Refused('invalid_input', { fields: { image: text } })
}
