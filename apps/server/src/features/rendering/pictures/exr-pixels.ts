import { inflateSync } from 'node:zlib'
import {
  broken,
  type ExrChannel,
  type ExrHeader,
  exrCompressions,
  readExrHeader,
  viewOf,
} from './exr-header.ts'

/** An uncompressed OpenEXR: row after row, each with the samples of one channel after the other, as in the file. */
export interface ExrPixels {
  header: ExrHeader
  rows: Uint8Array
}

/** Returns the bytes of one row of all channels. */
export function exrRowBytes({ channels, width }: Pick<ExrHeader, 'channels' | 'width'>): number {
  return channels.reduce((sum, channel) => sum + channel.bytes, 0) * width
}

/** Decompresses an OpenEXR file. @throws NotAPicture */
export function readExr(bytes: Uint8Array): ExrPixels {
  const header = readExrHeader(bytes)
  const rowBytes = exrRowBytes(header)
  const rows = new Uint8Array(rowBytes * header.height)
  const places = blockOffsets(bytes, header)
  const filled = new Set<number>()
  for (const place of places) {
    const block = blockAt(bytes, header, place)
    if (filled.has(block.row)) throw broken()
    filled.add(block.row)
    const size =
      Math.min(exrCompressions[header.compression].rows, header.height - block.row) * rowBytes
    rows.set(unpacked(block.packed, header, size), block.row * rowBytes)
  }
  return { header, rows }
}

/** Returns the offset of each block, in the order of the file's table. */
export function blockOffsets(bytes: Uint8Array, header: ExrHeader): number[] {
  const count = Math.ceil(header.height / exrCompressions[header.compression].rows)
  if (header.end + count * 8 > bytes.length) throw broken()
  const view = viewOf(bytes)
  const placeOf = (nth: number) => Number(view.getBigUint64(header.end + nth * 8, true))
  return Array.from({ length: count }, (_, nth) => placeOf(nth))
}

/** Returns the block at an offset: its first row, counted from 0, and its compressed bytes. */
export function blockAt(
  bytes: Uint8Array,
  header: ExrHeader,
  place: number,
): { row: number; packed: Uint8Array } {
  if (place + 8 > bytes.length) throw broken()
  const view = viewOf(bytes)
  const row = view.getInt32(place, true) - header.top
  const size = view.getUint32(place + 4, true)
  const isOurs =
    row >= 0 && row < header.height && row % exrCompressions[header.compression].rows === 0
  if (!isOurs || place + 8 + size > bytes.length) throw broken()
  return { row, packed: bytes.subarray(place + 8, place + 8 + size) }
}

/** Decompresses a block; one that compression did not shrink is stored uncompressed. */
function unpacked(packed: Uint8Array, header: ExrHeader, size: number): Uint8Array {
  if (packed.length === size) return packed
  if (header.compression === 'none' || packed.length > size) throw broken()
  const raw = header.compression === 'rle' ? runsOf(packed, size) : inflated(packed, size)
  if (raw.length !== size) throw broken()
  return interleaved(raw)
}

function inflated(packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: size })
  } catch (cause) {
    throw Object.assign(broken(), { cause })
  }
}

/**
 * Decodes run lengths: a negative count is followed by that many bytes, another by one byte that is repeated count + 1
 * times.
 */
function runsOf(packed: Uint8Array, size: number): Uint8Array {
  const raw = new Uint8Array(size)
  let filled = 0
  for (let at = 0; at < packed.length; ) {
    const count = ((packed[at++] ?? 0) << 24) >> 24
    const length = count < 0 ? -count : count + 1
    const used = count < 0 ? length : 1
    if (filled + length > size || at + used > packed.length) throw broken()
    if (count < 0) raw.set(packed.subarray(at, at + length), filled)
    else raw.fill(packed[at] ?? 0, filled, filled + length)
    filled += length
    at += used
  }
  return raw.subarray(0, filled)
}

/**
 * Reverts the step before compression: bytes are stored as differences, even ones in the first half, odd ones in the
 * second.
 */
function interleaved(raw: Uint8Array): Uint8Array {
  for (let at = 1; at < raw.length; at++) raw[at] = (raw[at - 1] ?? 0) + (raw[at] ?? 0) - 128
  const half = (raw.length + 1) >> 1
  const bytes = new Uint8Array(raw.length)
  for (let at = 0; at < raw.length; at++)
    bytes[at] = raw[(at >> 1) + (at % 2 === 0 ? 0 : half)] ?? 0
  return bytes
}

/** Returns the channels that make up the picture: for a file with several layers, those of the combined one. */
export function shownChannels(channels: readonly ExrChannel[]): ExrChannel[] {
  const find = (name: string) =>
    channels.find((one) => one.name === name) ??
    channels.find((one) => one.name.endsWith(`.Combined.${name}`))
  const colours = ['R', 'G', 'B', 'A'].map(find).filter((one) => one !== undefined)
  if (colours.length >= 3) return colours
  const grey = [find('Y') ?? find('V'), find('A')].filter((one) => one !== undefined)
  return grey.length > 0 ? grey : channels.slice(0, 1)
}

/** Returns linear light as floats, with the channels of a pixel side by side. */
export function exrSamples({ header, rows }: ExrPixels): {
  samples: Float32Array
  channels: number
} {
  const shown = shownChannels(header.channels)
  const { width, height } = header
  const samples = new Float32Array(width * height * shown.length)
  const view = viewOf(rows)
  const rowBytes = exrRowBytes(header)
  for (const [nth, channel] of shown.entries()) {
    const before = header.channels.slice(0, header.channels.indexOf(channel))
    const offset = exrRowBytes({ channels: before, width })
    const read = readerOf(channel, view)
    for (let row = 0; row < height; row++) {
      let from = row * rowBytes + offset
      let to = row * width * shown.length + nth
      for (let column = 0; column < width; column++) {
        samples[to] = read(from)
        from += channel.bytes
        to += shown.length
      }
    }
  }
  return { samples, channels: shown.length }
}

function readerOf({ type }: ExrChannel, view: DataView): (at: number) => number {
  switch (type) {
    case 'half':
      return (at) => halfOf(view.getUint16(at, true))
    case 'float':
      return (at) => view.getFloat32(at, true)
    case 'uint':
      return (at) => view.getUint32(at, true)
  }
}

/** Decodes an IEEE 754 binary16. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
