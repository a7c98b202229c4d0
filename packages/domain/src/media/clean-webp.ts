/** The chunks with pixels. Exif, XMP, profiles and unknown ones are dropped. Source: RFC 9649, section 2.7. */
const kept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
/** The flags of VP8X for a profile, Exif and XMP. */
const metadataFlags = 0b0010_1100

/** Returns the same pixels of a well-formed WebP file without metadata. Pure. */
export function cleanWebp(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Uint8Array[] = []
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    const end = Math.min(at + 8 + length + (length % 2), bytes.length)
    const type = String.fromCharCode(...bytes.subarray(at, at + 4))
    const chunk = bytes.slice(at, end)
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~metadataFlags
    if (kept.has(type)) chunks.push(chunk)
    at = end
  }
  const size = chunks.reduce((sum, { length }) => sum + length, 4)
  const whole = new Uint8Array(8 + size)
  whole.set(bytes.subarray(0, 12))
  new DataView(whole.buffer).setUint32(4, size, true)
  let at = 12
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
