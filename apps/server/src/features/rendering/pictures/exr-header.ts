import { checkSize } from './decoded.ts'
import { NotAPicture } from './pictures.ts'

/** One attribute of an OpenEXR header, with its raw bytes. */
export interface ExrAttribute {
  name: string
  type: string
  value: Uint8Array
}

/** A channel, with the bytes of one of its samples: 2 for half floats, 4 for floats and integers. */
export interface ExrChannel {
  name: string
  type: 'uint' | 'half' | 'float'
  bytes: 2 | 4
}

export interface ExrHeader {
  attributes: readonly ExrAttribute[]
  channels: readonly ExrChannel[]
  width: number
  height: number
  /** The number of the first row. */
  top: number
  compression: ExrCompression
  /** The offset of the table of block offsets. */
  end: number
}

/**
 * The supported compressions, with the rows of a block. The agent sets Blender to `zip`; lossy ones are not supported.
 */
export const exrCompressions = {
  none: { code: 0, rows: 1 },
  rle: { code: 1, rows: 1 },
  zips: { code: 2, rows: 1 },
  zip: { code: 3, rows: 16 },
} as const
export type ExrCompression = keyof typeof exrCompressions

export const exrMagic = 20_000_630
/** Version 2, with long names (up to 255 bytes) as the only allowed flag: a single part of scanlines. */
const versions = new Set([2, 2 | 0x400])
const attributesMax = 1_000
const nameBytesMax = 255
const channelsMax = 1_024

/**
 * Parses the header of a single-part scanline OpenEXR file. Source: openexr.com/en/latest/OpenEXRFileLayout.html.
 * @throws NotAPicture
 */
export function readExrHeader(bytes: Uint8Array): ExrHeader {
  const view = viewOf(bytes)
  if (bytes.length < 9 || view.getUint32(0, true) !== exrMagic)
    throw new NotAPicture('It is not an OpenEXR file')
  if (!versions.has(view.getUint32(4, true))) {
    throw new NotAPicture('Tiled and multi-part OpenEXR is not supported')
  }
  const { attributes, end } = readAttributes(bytes)
  const value = (name: string, size: number) => {
    const found = attributes.find((one) => one.name === name)
    if (found === undefined || found.value.length < size) throw broken()
    return viewOf(found.value)
  }
  const window = value('dataWindow', 16)
  const [left, top] = [window.getInt32(0, true), window.getInt32(4, true)]
  const width = window.getInt32(8, true) - left + 1
  const height = window.getInt32(12, true) - top + 1
  checkSize({ width, height })
  const channels = readChannels(value('channels', 1))
  const compression = compressionOf(value('compression', 1).getUint8(0))
  return { attributes, channels, width, height, top, compression, end }
}

function readAttributes(bytes: Uint8Array): { attributes: ExrAttribute[]; end: number } {
  const view = viewOf(bytes)
  const attributes: ExrAttribute[] = []
  let at = 8
  while (at < bytes.length && attributes.length < attributesMax) {
    if (bytes[at] === 0) return { attributes, end: at + 1 }
    const name = textAt(bytes, at)
    const type = textAt(bytes, at + name.length + 1)
    at += name.length + type.length + 2
    if (at + 4 > bytes.length) throw broken()
    const size = view.getUint32(at, true)
    if (at + 4 + size > bytes.length) throw broken()
    attributes.push({ name, type, value: bytes.subarray(at + 4, at + 4 + size) })
    at += 4 + size
  }
  throw broken()
}

const channelTypes = [
  { type: 'uint', bytes: 4 },
  { type: 'half', bytes: 2 },
  { type: 'float', bytes: 4 },
] as const

function readChannels(view: DataView): ExrChannel[] {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  const channels: ExrChannel[] = []
  for (let at = 0; bytes[at] !== 0; at += 16) {
    const name = textAt(bytes, at)
    at += name.length + 1
    if (at + 16 > bytes.length || channels.length === channelsMax) throw broken()
    const type = channelTypes[view.getUint32(at, true)]
    const isWhole = view.getUint32(at + 8, true) === 1 && view.getUint32(at + 12, true) === 1
    if (type === undefined || !isWhole) throw new NotAPicture('A channel has an unknown type')
    channels.push({ name, ...type })
  }
  if (channels.length === 0) throw broken()
  return channels
}

function compressionOf(code: number): ExrCompression {
  for (const name of ['none', 'rle', 'zips', 'zip'] as const) {
    if (exrCompressions[name].code === code) return name
  }
  throw new NotAPicture('The OpenEXR file does not have the requested compression')
}

function textAt(bytes: Uint8Array, at: number): string {
  const end = bytes.indexOf(0, at)
  if (end < 0 || end - at > nameBytesMax) throw broken()
  return String.fromCharCode(...bytes.subarray(at, end))
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function broken(): NotAPicture {
  return new NotAPicture('The OpenEXR file is damaged or incomplete')
}
