import { NotAPicture } from './pictures.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Length, type and checksum of a chunk. */
const frameBytes = 12

/**
 * What is needed to show a PNG: pixels, palette, transparency, and how its numbers are meant. Everything else (text,
 * time, profiles, animation, what stands behind the end) is left out: that is where paths and dates are.
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

/** The same pixels in a file that names nobody. @throws NotAPicture */
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
  throw new NotAPicture('The PNG is cut off')
}

/** One after the other. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((bytes, chunk) => bytes + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
