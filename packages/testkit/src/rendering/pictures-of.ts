import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import sharp from 'sharp'

/** Pictures by the frame number that ends their name, each as the hash of its decoded pixels. */
export type Pictures = ReadonlyMap<number, string>

/** The pictures in a downloaded zip. */
export async function picturesInZip(zip: Uint8Array): Promise<Pictures> {
  const reader = new ZipReader(new Uint8ArrayReader(zip))
  const pictures = new Map<number, string>()
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue
    const bytes = await entry.getData(new Uint8ArrayWriter())
    pictures.set(frameOf(entry.filename), await hashOfPixels(bytes))
  }
  await reader.close()
  return pictures
}

/** The pictures in a folder, as Blender wrote them. */
export async function picturesInFolder(folder: string): Promise<Pictures> {
  const names = await readdir(folder)
  const pictures = names.map(
    async (name): Promise<[number, string]> => [
      frameOf(name),
      await hashOfPixels(await readFile(path.join(folder, name))),
    ],
  )
  return new Map(await Promise.all(pictures))
}

function frameOf(name: string): number {
  const digits = /(\d+)\.\w+$/.exec(name)?.[1]
  if (digits === undefined) throw new Error(`${name} does not end with a frame number`)
  return Number(digits)
}

async function hashOfPixels(bytes: Uint8Array): Promise<string> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const size = `${info.width}×${info.height}×${info.channels}`
  return `${size} ${createHash('sha256').update(data).digest('hex')}`
}

/** The largest difference, of 255, of any channel of any pixel between two pictures of the same size. */
export async function largestDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((it) => sharp(it).ensureAlpha().raw().toBuffer()),
  )
  if (a === undefined || b === undefined || a.length !== b.length)
    throw new Error('the pictures are not of one size')
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0)
}
