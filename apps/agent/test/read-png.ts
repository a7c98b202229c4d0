import { readFile } from 'node:fs/promises'
import { type Pixels, readPng } from '../src/rendering/blender/png.ts'

/** The pixels of a PNG, for comparing to the bit; throws where it is none. */
export async function pixelsOf(path: string): Promise<Pixels> {
  const file = await readFile(path)
  const pixels = await readPng(file, {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
  })
  if (pixels === undefined) throw new Error(`${path} is no PNG that can be read`)
  return pixels
}

/** Decibels of the peak over the noise between two pictures of one shape; infinite where they are the same. */
export function psnrDb(one: Buffer, other: Buffer): number {
  const error = one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0)
  return 10 * Math.log10((255 * 255 * one.length) / error)
}
