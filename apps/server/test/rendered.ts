import { readFileSync } from 'node:fs'
import type { EncodedPicture } from '../src/features/rendering/pictures/pictures.ts'

const folder = new URL('../src/features/rendering/pictures/fixtures/', import.meta.url)

/** A picture that Blender made: see `make-pictures.py` beside them. */
export function rendered(name: string): EncodedPicture {
  const format = name.endsWith('.png') ? 'png' : name.endsWith('.jpg') ? 'jpeg' : 'openexr'
  return { bytes: new Uint8Array(readFileSync(new URL(name, folder))), format }
}

/** Returns the bytes of a file as text, for searching. */
export function textIn(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
