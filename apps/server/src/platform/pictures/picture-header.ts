/** Type and size of a picture, as its bytes declare them. */
export interface PictureHeader {
  contentType: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

/**
 * Reads a PNG, JPEG or WebP from its first byte to its last. Returns `undefined` when the bytes are none of these or
 * contain anything beside the one picture, as a file of two types at once is dangerous. Does not decode pixels.
 * Sources: PNG 3rd edition §5, ITU-T T.81 annex B, RFC 9649.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return readPng(view) ?? readJpeg(view) ?? readWebp(view)
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Length, type and checksum of a PNG chunk. */
const pngChunkFrame = 12

function readPng(view: DataView): PictureHeader | undefined {
  if (!startsWith(view, pngSignature)) return undefined
  let size: { width: number; height: number } | undefined
  let hasPixels = false
  for (let at = 8; at + pngChunkFrame <= view.byteLength; ) {
    const length = view.getUint32(at)
    const type = textAt(view, at + 4, 4)
    const end = at + pngChunkFrame + length
    if (end > view.byteLength || (size === undefined && type !== 'IHDR')) return undefined
    if (type === 'IHDR') {
      if (length !== 13 || size !== undefined) return undefined
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    }
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') {
      const whole = hasPixels && size !== undefined && length === 0 && end === view.byteLength
      return whole && size !== undefined ? { contentType: 'image/png', ...size } : undefined
    }
    at = end
  }
  return undefined
}

/** Whether a marker begins a frame, which contains the size: start-of-frame markers but the tables (T.81 table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

const startOfScan = 0xda
const endOfImage = 0xd9

function readJpeg(view: DataView): PictureHeader | undefined {
  if (!startsWith(view, [0xff, 0xd8, 0xff])) return undefined
  let size: { width: number; height: number } | undefined
  for (let at = 2; at + 4 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    if (length < 2 || at + 2 + length > view.byteLength) return undefined
    if (isFrame(marker)) {
      if (length < 8 || size !== undefined) return undefined
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + length
    if (marker === startOfScan) at = endOfScan(view, at)
    if (view.byteLength - at >= 2 && view.getUint16(at) === 0xff00 + endOfImage) {
      const whole = size !== undefined && marker === startOfScan && at + 2 === view.byteLength
      return whole && size !== undefined ? { contentType: 'image/jpeg', ...size } : undefined
    }
  }
  return undefined
}

/** The first marker behind the data of a scan. Within the data, each 0xFF is followed by 0 or is a restart marker. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; at + 1 < view.byteLength; at++) {
    if (view.getUint8(at) !== 0xff) continue
    const next = view.getUint8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return view.byteLength
}

function readWebp(view: DataView): PictureHeader | undefined {
  const { byteLength } = view
  if (byteLength < 30 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') {
    return undefined
  }
  if (view.getUint32(4, true) + 8 !== byteLength) return undefined
  for (let at = 12; at < byteLength; ) {
    if (at + 8 > byteLength) return undefined
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
    if (at > byteLength) return undefined
  }
  const size = webpSize(view, textAt(view, 12, 4))
  return size === undefined ? undefined : { contentType: 'image/webp', ...size }
}

/** The size in the first chunk: lossy (`VP8 `), lossless (`VP8L`) or extended (`VP8X`). */
function webpSize(view: DataView, chunk: string): { width: number; height: number } | undefined {
  switch (chunk) {
    case 'VP8 ':
      if (view.getUint16(23) !== 0x9d01 || view.getUint8(25) !== 0x2a) return undefined
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      }
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    default:
      return undefined
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
}

function startsWith(view: DataView, signature: readonly number[]): boolean {
  return (
    view.byteLength >= signature.length &&
    signature.every((byte, index) => view.getUint8(index) === byte)
  )
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))
}
