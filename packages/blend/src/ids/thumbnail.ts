import type { BlendFacts } from '@gridloom/contract/rendering/blend-facts'
import { limits } from '../limits.ts'

/**
 * `TEST`: the preview that Blender saves with a file: width, height, and RGBA from the bottom row up. `null` if there
 * is none, or one of impossible size. Source: `BlendThumbnail` of `BKE_main.hh`.
 */
export function readThumbnail(body: Uint8Array, littleEndian: boolean): BlendFacts['thumbnail'] {
  if (body.length < 8) return null
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const width = view.getInt32(0, littleEndian)
  const height = view.getInt32(4, littleEndian)
  const most = limits.thumbnailPixels
  if (width < 1 || height < 1 || width > most || height > most) return null
  const pixels = body.subarray(8)
  if (pixels.length < width * height * 4) return null
  return { width, height, rgba: base64Of(fromTop(pixels, width * 4, height)) }
}

/** The longest body of a valid one. */
export const thumbnailBytesMax = 8 + limits.thumbnailPixels ** 2 * 4

function fromTop(pixels: Uint8Array, rowBytes: number, rows: number): Uint8Array {
  const turned = new Uint8Array(rowBytes * rows)
  for (let row = 0; row < rows; row += 1)
    turned.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), (rows - 1 - row) * rowBytes)
  return turned
}

function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)))
  return btoa(pieces.join(''))
}
