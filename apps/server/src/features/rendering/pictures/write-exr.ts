import { deflateSync } from 'node:zlib'
import { joined } from './clean-png.ts'
import {
  type ExrAttribute,
  type ExrHeader,
  exrCompressions,
  exrMagic,
  readExrHeader,
} from './exr-header.ts'
import { blockAt, blockOffsets, exrRowBytes } from './exr-pixels.ts'

/**
 * The kept attributes, which define the meaning of the samples. All others are removed, as they can contain paths and
 * dates.
 */
const kept = new Set([
  'channels',
  'compression',
  'dataWindow',
  'displayWindow',
  'lineOrder',
  'pixelAspectRatio',
  'screenWindowCenter',
  'screenWindowWidth',
  'chromaticities',
  'whiteLuminance',
  'multiView',
])

/** Whether the attribute is the sample count of a layer: without it Blender cannot merge sample ranges. */
function isSampleCount({ name, type, value }: ExrAttribute): boolean {
  const digits = [...value].every((byte) => byte >= 0x30 && byte <= 0x39)
  return /^cycles\..*\.samples$/.test(name) && type === 'string' && digits
}

/** Returns the same pixels in a file without metadata; blocks stay compressed as they are. @throws NotAPicture */
export function cleanExr(bytes: Uint8Array): Uint8Array {
  const header = readExrHeader(bytes)
  const blocks = blockOffsets(bytes, header)
    .map((place) => blockAt(bytes, header, place))
    .toSorted((a, b) => a.row - b.row)
  return fileOf(header, blocks)
}

/** Writes a file of these rows (see `ExrPixels`), with the attributes of another file with the same channels. */
export function writeExr(
  like: ExrHeader,
  { width, height, rows }: { width: number; height: number; rows: Uint8Array },
): Uint8Array {
  const window = int32s([0, 0, width - 1, height - 1])
  const attributes = like.attributes
    .filter(({ name }) => name !== 'compression')
    .map((one) => (/^(data|display)Window$/.test(one.name) ? { ...one, value: window } : one))
  const compression = { name: 'compression', type: 'compression', value: Uint8Array.of(3) }
  const header: ExrHeader = {
    ...like,
    attributes: [...attributes, compression],
    compression: 'zip',
    width,
    height,
    top: 0,
  }
  const blockBytes = exrRowBytes(header) * exrCompressions.zip.rows
  const blocks = []
  for (let row = 0; row < height; row += exrCompressions.zip.rows) {
    const from = row * exrRowBytes(header)
    blocks.push({ row, packed: packed(rows.subarray(from, from + blockBytes)) })
  }
  return fileOf(header, blocks)
}

interface Block {
  /** Counted from 0. */
  row: number
  packed: Uint8Array
}

function fileOf(header: ExrHeader, blocks: readonly Block[]): Uint8Array {
  const attributes = header.attributes.filter((one) => kept.has(one.name) || isSampleCount(one))
  const hasLongNames = [...attributes, ...header.channels].some(({ name }) => name.length > 31)
  const head = [
    int32s([exrMagic, hasLongNames ? 2 | 0x400 : 2]),
    ...attributes.flatMap(attributeBytes),
    Uint8Array.of(0),
  ]
  const table = new Uint8Array(blocks.length * 8)
  const places = new DataView(table.buffer)
  let place = head.reduce((sum, bytes) => sum + bytes.length, 0) + table.length
  for (const [nth, { packed }] of blocks.entries()) {
    places.setBigUint64(nth * 8, BigInt(place), true)
    place += 8 + packed.length
  }
  const body = blocks.flatMap(({ row, packed }) => [
    int32s([row + header.top, packed.length]),
    packed,
  ])
  return joined([...head, table, ...body])
}

function attributeBytes({ name, type, value }: ExrAttribute): Uint8Array[] {
  // Line order 0: rows in increasing order, as the blocks are written here.
  const written = name === 'lineOrder' ? Uint8Array.of(0) : value
  return [textBytes(name), textBytes(type), int32s([written.length]), written]
}

/** Applies the reverse of `interleaved`, and then deflate; a block that does not shrink is stored uncompressed. */
function packed(rows: Uint8Array): Uint8Array {
  const half = (rows.length + 1) >> 1
  const apart = new Uint8Array(rows.length)
  for (let at = 0; at < rows.length; at++)
    apart[(at >> 1) + (at % 2 === 0 ? 0 : half)] = rows[at] ?? 0
  for (let at = apart.length - 1; at > 0; at--) {
    apart[at] = (apart[at] ?? 0) - (apart[at - 1] ?? 0) + 128
  }
  const small = deflateSync(apart, { level: 4 })
  return small.length < rows.length ? small : rows
}

function textBytes(text: string): Uint8Array {
  return Uint8Array.from([...text].map((character) => character.charCodeAt(0)).concat(0))
}

function int32s(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [nth, value] of values.entries()) view.setInt32(nth * 4, value, true)
  return bytes
}
