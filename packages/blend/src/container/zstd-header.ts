/**
 * Parses zstd headers, without unpacking.
 * Source: RFC 8878, sections 3.1.1.1 (frame header), 3.1.1.2 (block header) and 3.1.2 (skippable frames).
 */

export const zstdMagic = 0xfd2fb528
/** The longest frame header: magic, descriptor, window, dictionary id, content size. */
export const zstdHeaderBytesMax = 18
export const zstdBlockHeadBytes = 3

export interface ZstdFrameHeader {
  readonly headerBytes: number
  /** `undefined` if the packer did not know it. */
  readonly contentBytes: number | undefined
  /** The window size that a decoder needs to unpack the frame as a stream. */
  readonly windowBytes: number
  readonly checksumBytes: 0 | 4
}

/** The length of a frame's header, from its first five bytes; `undefined` if they are not the start of one. */
export function zstdHeaderBytes(beginning: Uint8Array): number | undefined {
  const view = viewOf(beginning)
  if (beginning.length < 5 || view.getUint32(0, true) !== zstdMagic) return undefined
  const { isSingle, sizeBytes, dictionaryBytes } = partsOf(view.getUint8(4))
  return 5 + Number(!isSingle) + dictionaryBytes + sizeBytes
}

/** `undefined` if it is not a frame header, is cut short, or needs a dictionary. */
export function readZstdFrameHeader(bytes: Uint8Array): ZstdFrameHeader | undefined {
  const headerBytes = zstdHeaderBytes(bytes)
  if (headerBytes === undefined || bytes.length < headerBytes) return undefined
  const view = viewOf(bytes)
  const { isSingle, sizeBytes, dictionaryBytes, checksumBytes } = partsOf(view.getUint8(4))
  if (dictionaryBytes > 0) return undefined
  const contentBytes = contentSize(view, headerBytes - sizeBytes, sizeBytes)
  const windowBytes = isSingle ? (contentBytes ?? 0) : windowSize(view.getUint8(5))
  return { headerBytes, contentBytes, windowBytes, checksumBytes }
}

function partsOf(descriptor: number) {
  const isSingle = (descriptor & 0x20) !== 0
  const sizeFlag = descriptor >> 6
  return {
    isSingle,
    sizeBytes: sizeFlag === 0 ? Number(isSingle) : 1 << sizeFlag,
    dictionaryBytes: [0, 1, 2, 4][descriptor & 3] ?? 0,
    checksumBytes: (descriptor & 4) === 0 ? 0 : 4,
  } as const
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function contentSize(view: DataView, at: number, bytes: number): number | undefined {
  if (bytes === 0) return undefined
  if (bytes === 1) return view.getUint8(at)
  if (bytes === 2) return view.getUint16(at, true) + 256
  if (bytes === 4) return view.getUint32(at, true)
  return Number(view.getBigUint64(at, true))
}

/** RFC 8878, section 3.1.1.1.2: an exponent of 5 bits above a mantissa of 3. */
function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

/** The length of a whole skippable frame, header included; `undefined` if it is not one. */
export function readSkippable(bytes: Uint8Array): number | undefined {
  if (bytes.length < 8) return undefined
  const view = viewOf(bytes)
  const isSkippable = view.getUint32(0, true) >>> 4 === 0x184d2a5
  return isSkippable ? 8 + view.getUint32(4, true) : undefined
}

export interface ZstdBlockHead {
  readonly isLast: boolean
  /** The stored size, after the header. */
  readonly bytes: number
}

export function readZstdBlockHead(bytes: Uint8Array): ZstdBlockHead | undefined {
  const [low, middle, high] = bytes
  if (low === undefined || middle === undefined || high === undefined) return undefined
  const repeatsOneByte = ((low >> 1) & 3) === 1
  const size = (low | (middle << 8) | (high << 16)) >>> 3
  return { isLast: (low & 1) === 1, bytes: repeatsOneByte ? 1 : size }
}
