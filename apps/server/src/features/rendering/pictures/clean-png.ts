import { NotAPicture } from './pictures.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** The bytes of a chunk's length, type and checksum. */
const frameBytes = 12

/**
 * The chunks needed to show a PNG: pixels, palette, transparency, and the meaning of the sample values. All others
 * (text, time, profiles, animation) and data after the end are removed, as they can contain paths and dates.
 * Source: PNG 3rd edition, section 11.
 */
const kept = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'cICP',
  'sBIT',
  'pHYs',
  'IDAT',
])

/** Returns the same pixels in a file without metadata. @throws NotAPicture */
export function cleanPng(bytes: Uint8Array): Uint8Array {
  if (!signature.every((byte, at) => bytes[at] === byte)) throw new NotAPicture('It is not a PNG')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks = [bytes.subarray(0, signature.length)]
  for (let at = signature.length; at + frameBytes <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const end = at + frameBytes + length
    if (end > bytes.length) break
    if (kept.has(type) || type === 'IEND') chunks.push(bytes.subarray(at, end))
    if (type === 'IEND') return joined(chunks)
    at = end
  }
  throw new NotAPicture('The PNG is incomplete')
}

/** Concatenates chunks. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((bytes, chunk) => bytes + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
