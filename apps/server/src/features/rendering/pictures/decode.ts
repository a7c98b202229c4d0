import { createHash } from 'node:crypto'
import type { RenderFormat } from '@gridloom/contract/rendering/settings'
import sharp from 'sharp'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'
import { isConstant } from './compare.ts'
import { checkSize, type DecodedFile } from './decoded.ts'
import { detailOf } from './detail.ts'
import { exrSamples, readExr, shownChannels } from './exr-pixels.ts'
import { NotAPicture, type PictureFacts, picturePixelsMax } from './pictures.ts'
import { cleanExr } from './write-exr.ts'

/** Returns the same pixels in a file without metadata such as paths, dates or names. @throws NotAPicture */
export function cleanPicture(bytes: Uint8Array, format: RenderFormat): Uint8Array {
  switch (format) {
    case 'png':
      return cleanPng(bytes)
    case 'jpeg':
      return cleanJpeg(bytes)
    case 'openexr':
      return cleanExr(bytes)
  }
}

/** Decodes a picture. @throws NotAPicture */
export async function decodePicture(bytes: Uint8Array, format: RenderFormat): Promise<DecodedFile> {
  return format === 'openexr' ? decodeExr(bytes) : decodeWithSharp(bytes, format)
}

export function factsOf(picture: DecodedFile): PictureFacts {
  const { width, height, channels, bits } = picture
  const hash = createHash('sha256').update(`${width}x${height}x${channels}x${bits}:`)
  return {
    width,
    height,
    channels,
    bits,
    isConstant: isConstant(picture),
    detail: detailOf(picture),
    pixelsSha256: hash.update(picture.exact).digest('hex'),
  }
}

function decodeExr(bytes: Uint8Array): DecodedFile {
  const pixels = readExr(bytes)
  const { width, height, channels: all } = pixels.header
  const isHalf = shownChannels(all).every(({ type }) => type === 'half')
  return { width, height, bits: isHalf ? 16 : 32, ...exrSamples(pixels), exact: pixels.rows }
}

/** Decodes without colour management: sample values stay unchanged. */
async function decodeWithSharp(bytes: Uint8Array, format: 'png' | 'jpeg'): Promise<DecodedFile> {
  const open = () =>
    sharp(bytes, { limitInputPixels: picturePixelsMax, failOn: 'warning', ignoreIcc: true })
  try {
    const { width, height, depth, format: found } = await open().metadata()
    if (found !== format) throw new NotAPicture(`It is ${found}, not ${format}`)
    checkSize({ width, height })
    const isDeep = depth === 'ushort'
    const image = isDeep ? open().toColourspace('rgb16').raw({ depth: 'ushort' }) : open().raw()
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    const samples = isDeep ? shortsOf(data) : data
    return { width, height, channels: info.channels, bits: isDeep ? 16 : 8, samples, exact: data }
  } catch (cause) {
    if (cause instanceof NotAPicture) throw cause
    throw new NotAPicture(`The ${format} is damaged`, { cause })
  }
}

function shortsOf(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)
}
