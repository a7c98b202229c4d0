import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Region } from '@gridloom/contract/agent/rendering'
import { cropPixels, type PixelSize, readPng, writePng } from './png.ts'
import type { SavedPicture } from './take-picture.ts'

/**
 * Crops a picture to a region, in place. Blender dithers 8-bit pictures by a pixel's position in its file, so a tile
 * that has to equal the whole exactly is saved in a file of the whole's size, and cropped here. Returns `undefined` if
 * the picture is not of that size.
 */
export async function cropPicture(
  path: string,
  whole: PixelSize,
  region: Region,
): Promise<SavedPicture | undefined> {
  const pixels = await readPng(await readFile(path), whole)
  if (pixels === undefined) {
    await rm(path, { force: true })
    return undefined
  }
  const file = await writePng(cropPixels(pixels, region))
  await writeFile(`${path}.new`, file, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') }
}
