import type { Region } from '@gridloom/contract/agent/rendering'
import sharp from 'sharp'
import { decodePicture } from './decode.ts'
import type { DecodedFile } from './decoded.ts'
import { type ExrPixels, exrRowBytes, readExr } from './exr-pixels.ts'
import { NotAPicture, type StitchOptions } from './pictures.ts'
import { writeExr } from './write-exr.ts'

/**
 * Combines tiles losslessly. Lossy formats (JPEG) are refused.
 * @throws NotAPicture if the tiles do not cover the picture exactly once, or do not match
 */
export async function stitchTiles(asked: StitchOptions): Promise<Uint8Array> {
  checkCover(asked)
  if (asked.format === 'openexr') return stitchExr(asked)
  if (asked.format === 'jpeg') throw new NotAPicture('JPEG tiles are not supported')
  return stitchPng(asked)
}

/** Checks that every pixel is in exactly one tile: areas add up, and no two tiles overlap. */
function checkCover({ width, height, tiles }: StitchOptions): void {
  const area = tiles.reduce((sum, { region }) => sum + region.width * region.height, 0)
  const fits = ({ region: { x, y, ...size } }: { region: Region }) =>
    x >= 0 && y >= 0 && x + size.width <= width && y + size.height <= height
  const apart = tiles.every(({ region }, nth) =>
    tiles.slice(nth + 1).every((other) => !overlap(region, other.region)),
  )
  if (area !== width * height || !tiles.every(fits) || !apart) {
    throw new NotAPicture('The tiles do not fill the picture')
  }
}

function overlap(a: Region, b: Region): boolean {
  const beside = a.x + a.width <= b.x || b.x + b.width <= a.x
  return !(beside || a.y + a.height <= b.y || b.y + b.height <= a.y)
}

async function stitchPng({ width, height, tiles }: StitchOptions): Promise<Uint8Array> {
  let whole: { like: DecodedFile; exact: Uint8Array } | undefined
  for (const { region, bytes } of tiles) {
    const tile = await decodePicture(bytes, 'png')
    whole ??= {
      like: tile,
      exact: new Uint8Array(width * height * pixelBytes(tile)),
    }
    if (tile.channels !== whole.like.channels || tile.bits !== whole.like.bits) throw unlike()
    copyRows({ region, tile, to: whole.exact, from: tile.exact, width, pixel: pixelBytes(tile) })
  }
  if (whole === undefined) throw new NotAPicture('No tiles')
  return encodePng({ ...whole.like, width, height, exact: whole.exact })
}

function pixelBytes({ channels, bits }: DecodedFile): number {
  return (channels * bits) / 8
}

interface CopyRows {
  region: Region
  tile: { width: number; height: number }
  from: Uint8Array
  to: Uint8Array
  width: number
  /** The bytes of one pixel. */
  pixel: number
}

function copyRows({ region, tile, from, to, width, pixel }: CopyRows): void {
  if (tile.width !== region.width || tile.height !== region.height) throw unlike()
  const rowBytes = region.width * pixel
  for (let row = 0; row < region.height; row++) {
    const bytes = from.subarray(row * rowBytes, (row + 1) * rowBytes)
    to.set(bytes, ((region.y + row) * width + region.x) * pixel)
  }
}

async function encodePng({ width, height, channels, bits, exact }: DecodedFile): Promise<Buffer> {
  const raw = { width, height, channels: asChannels(channels) }
  if (bits === 8) return sharp(exact, { raw }).png().toBuffer()
  const shorts = new Uint16Array(exact.buffer, exact.byteOffset, exact.byteLength / 2)
  const colourspace = channels < 3 ? 'grey16' : 'rgb16'
  return sharp(shorts, { raw }).toColourspace(colourspace).png().toBuffer()
}

/** Named cast: a decoded picture has one to four channels. */
function asChannels(channels: number): 1 | 2 | 3 | 4 {
  return channels as 1 | 2 | 3 | 4
}

/** Copies each channel separately, as a row of an OpenEXR has one channel after the other. */
function stitchExr({ width, height, tiles }: StitchOptions): Uint8Array {
  let whole: { like: ExrPixels; rows: Uint8Array } | undefined
  for (const { region, bytes } of tiles) {
    const tile = readExr(bytes)
    const { header } = tile
    whole ??= { like: tile, rows: new Uint8Array(exrRowBytes({ ...header, width }) * height) }
    if (!sameChannels(tile, whole.like)) throw unlike()
    if (header.width !== region.width || header.height !== region.height) throw unlike()
    copyChannels(tile, { region, width, rows: whole.rows })
  }
  if (whole === undefined) throw new NotAPicture('No tiles')
  return writeExr(whole.like.header, { width, height, rows: whole.rows })
}

function copyChannels(
  { header, rows }: ExrPixels,
  to: { region: Region; width: number; rows: Uint8Array },
): void {
  const { region } = to
  const pixel = exrRowBytes({ channels: header.channels, width: 1 })
  for (let row = 0; row < region.height; row++) {
    let before = 0
    for (const { bytes } of header.channels) {
      const from = (row * pixel + before) * region.width
      const samples = rows.subarray(from, from + region.width * bytes)
      const line = (region.y + row) * pixel * to.width
      to.rows.set(samples, line + before * to.width + region.x * bytes)
      before += bytes
    }
  }
}

function sameChannels(a: ExrPixels, b: ExrPixels): boolean {
  const listOf = ({ header }: ExrPixels) => header.channels.map((one) => `${one.name}:${one.type}`)
  return listOf(a).join() === listOf(b).join()
}

function unlike(): NotAPicture {
  return new NotAPicture('The tiles have different formats')
}
