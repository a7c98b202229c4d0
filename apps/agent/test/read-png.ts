import { readFile } from 'node:fs/promises'
import { type Pixels, readPng } from '../src/rendering/blender/png.ts'

/** Reads the pixels of a PNG, for an exact comparison; throws where the file is no PNG. */
export async function pixelsOf(path: string): Promise<Pixels> {
  const file = await readFile(path)
  const pixels = await readPng(file, {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
  })
  if (pixels === undefined) throw new Error(`${path} is no PNG that can be read`)
  return pixels
}

/** Returns the peak signal-to-noise ratio of two pictures of the same size, in dB; infinite where they are equal. */
export function psnrDb(one: Buffer, other: Buffer): number {
  const error = one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0)
  return 10 * Math.log10((255 * 255 * one.length) / error)
}
