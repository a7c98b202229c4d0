import { deflateSync } from 'node:zlib'
import { joined } from '../src/features/rendering/pictures/clean-png.ts'

/** An OpenEXR file for a test; valid wherever the test sets nothing. */
export interface ExrBytesOptions {
  width?: number
  height?: number
  /** In the order of the file; half floats by default. */
  channels?: readonly (readonly [name: string, type: 0 | 1 | 2])[]
  /** 0 none, 1 runs, 2 zip by row, 3 zip by sixteen rows. */
  compression?: number
  version?: number
  /** Additional attributes, or replacements of the usual ones. */
  attributes?: Readonly<Record<string, readonly [type: string, value: Uint8Array] | null>>
  /** The samples' bytes, row after row, channel after channel; counted up by default. */
  rows?: Uint8Array
  /** The order of the blocks in the file. */
  order?: 'up' | 'down'
  top?: number
  sampling?: number
}

export interface ExrBytes {
  bytes: Uint8Array
  rows: Uint8Array
}

/** Writes a file byte by byte, as openexr.com/en/latest/OpenEXRFileLayout.html specifies. */
export function exrBytes(options: ExrBytesOptions = {}): ExrBytes {
  const { width = 5, height = 3, channels = [['Y', 1]], compression = 0, top = 0 } = options
  const rowBytes = channels.reduce((sum, [, type]) => sum + (type === 1 ? 2 : 4), 0) * width
  const rows =
    options.rows ?? Uint8Array.from({ length: rowBytes * height }, (_, at) => (at * 7) % 251)
  const window = int32s(0, top, width - 1, top + height - 1)
  const usual: ExrBytesOptions['attributes'] = {
    channels: ['chlist', channelList(channels, options.sampling ?? 1)],
    compression: ['compression', Uint8Array.of(compression)],
    dataWindow: ['box2i', window],
    displayWindow: ['box2i', window],
    lineOrder: ['lineOrder', Uint8Array.of(options.order === 'down' ? 1 : 0)],
  }
  const head = joined([
    int32s(20_000_630, options.version ?? 2),
    ...Object.entries({ ...usual, ...options.attributes }).map(attributeBytes),
    Uint8Array.of(0),
  ])
  const per = compression === 3 ? 16 : 1
  const blocks = Array.from({ length: Math.ceil(height / per) }, (_, nth) => {
    const raw = rows.subarray(nth * per * rowBytes, (nth + 1) * per * rowBytes)
    const packed = packedBy(compression, raw)
    return { nth, bytes: joined([int32s(top + nth * per, packed.length), packed]) }
  })
  const table = new DataView(new ArrayBuffer(blocks.length * 8))
  const inFile = options.order === 'down' ? blocks.toReversed() : blocks
  let place = head.length + table.byteLength
  for (const { nth, bytes } of inFile) {
    table.setBigUint64(nth * 8, BigInt(place), true)
    place += bytes.length
  }
  const body = inFile.map(({ bytes }) => bytes)
  return { bytes: joined([head, new Uint8Array(table.buffer), ...body]), rows }
}

function packedBy(compression: number, raw: Uint8Array): Uint8Array {
  if (compression === 0) return raw
  const half = (raw.length + 1) >> 1
  const apart = raw.map((_, at) => (at < half ? raw[at * 2] : raw[(at - half) * 2 + 1]) ?? 0)
  const predicted = apart.map((byte, at) => (at === 0 ? byte : byte - (apart[at - 1] ?? 0) + 128))
  const packed = compression === 1 ? runs(predicted) : deflateSync(predicted)
  // A block that does not shrink is stored uncompressed.
  return packed.length < raw.length ? packed : raw
}

/** Encodes runs of one byte, and runs of at most 127 differing ones. */
function runs(bytes: Uint8Array): Uint8Array {
  const packed: number[] = []
  for (let at = 0; at < bytes.length; ) {
    let length = 1
    while (length < 128 && bytes[at + length] === bytes[at]) length++
    if (length > 2) {
      packed.push(length - 1, bytes[at] ?? 0)
      at += length
      continue
    }
    const run = bytes.subarray(at, at + 3)
    packed.push(256 - run.length, ...run)
    at += run.length
  }
  return Uint8Array.from(packed)
}

function channelList(
  channels: NonNullable<ExrBytesOptions['channels']>,
  sampling: number,
): Uint8Array {
  const each = channels.map(([name, type]) =>
    joined([text(name), int32s(type, 0, sampling, sampling)]),
  )
  return joined([...each, Uint8Array.of(0)])
}

type AttributeEntry = [string, readonly [type: string, value: Uint8Array] | null]

function attributeBytes([name, attribute]: AttributeEntry): Uint8Array {
  if (attribute === null) return new Uint8Array(0)
  const [type, value] = attribute
  return joined([text(name), text(type), int32s(value.length), value])
}

/** Returns the characters, followed by a zero. */
export function text(characters: string): Uint8Array {
  return Uint8Array.from([...characters].map((character) => character.charCodeAt(0)).concat(0))
}

export function int32s(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  for (const [nth, value] of values.entries()) view.setInt32(nth * 4, value, true)
  return new Uint8Array(view.buffer)
}
