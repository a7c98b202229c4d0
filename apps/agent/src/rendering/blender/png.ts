import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'

/** The pixels of a PNG, with the sample format of the file. */
export interface Pixels {
  width: number
  height: number
  /** Bits per sample, colour type, compression and order: IHDR from its ninth byte on. */
  kind: Buffer
  bytesPerPixel: number
  /** Row by row from the top. */
  bytes: Buffer
}

export interface PixelSize {
  width: number
  height: number
}

const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }
const unpack = promisify(inflate)
const pack = promisify<Buffer, { level: number }, Buffer>(deflate)

/**
 * Returns the pixels of a PNG of this size; `undefined` for anything else, or a form that Blender does not write
 * (interlaced, with a palette, less than 8 bits). Never unpacks more than such a picture contains. PNG specification
 * (third edition), sections 5, 7 and 9.
 */
export async function readPng(file: Buffer, size: PixelSize): Promise<Pixels | undefined> {
  const parts = partsOf(file)
  const header = parts.find(({ type }) => type === 'IHDR')?.data
  if (header?.length !== 13 || header[12] !== 0) return undefined
  if (header.readUInt32BE(0) !== size.width || header.readUInt32BE(4) !== size.height) return
  const channels = channelsOf[header.readUInt8(9)]
  const bits = header.readUInt8(8)
  if (channels === undefined || (bits !== 8 && bits !== 16)) return undefined
  const bytesPerPixel = (channels * bits) / 8
  const rowBytes = size.width * bytesPerPixel
  const packed = Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const maxOutputLength = (rowBytes + 1) * size.height
  const rows: Buffer = await unpack(packed, { maxOutputLength }).catch(() => Buffer.alloc(0))
  if (rows.length !== maxOutputLength) return undefined
  const bytes = unfilter(rows, { height: size.height, rowBytes, step: bytesPerPixel })
  return { ...size, kind: Buffer.from(header.subarray(8)), bytesPerPixel, bytes }
}

/** Returns the pixels of a region. */
export function cropPixels(whole: Pixels, region: PixelSize & { x: number; y: number }): Pixels {
  const { bytesPerPixel, width } = whole
  const rows = Array.from({ length: region.height }, (_, row) => {
    const start = ((region.y + row) * width + region.x) * bytesPerPixel
    return whole.bytes.subarray(start, start + region.width * bytesPerPixel)
  })
  return { ...whole, width: region.width, height: region.height, bytes: Buffer.concat(rows) }
}

/** Returns the pixels as a PNG file, without metadata. */
export async function writePng({ width, height, kind, bytesPerPixel, bytes }: Pixels) {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const rowBytes = width * bytesPerPixel
  const rows = Array.from({ length: height }, (_, row) => [
    Buffer.of(0),
    bytes.subarray(row * rowBytes, (row + 1) * rowBytes),
  ])
  const packed = await pack(Buffer.concat(rows.flat()), { level: 6 })
  return Buffer.concat([
    signature,
    partOf('IHDR', Buffer.concat([header, kind])),
    partOf('IDAT', packed),
    partOf('IEND', Buffer.alloc(0)),
  ])
}

function partsOf(file: Buffer): { type: string; data: Buffer }[] {
  const parts: { type: string; data: Buffer }[] = []
  if (!file.subarray(0, 8).equals(signature)) return parts
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const data = file.subarray(at + 8, at + 8 + length)
    parts.push({ type: file.toString('latin1', at + 4, at + 8), data })
    at += length + 12
  }
  return parts
}

function partOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

interface RowShape {
  height: number
  rowBytes: number
  /** Bytes of a pixel: the distance to the left neighbour in a filter. */
  step: number
}

function unfilter(rows: Buffer, { height, rowBytes, step }: RowShape): Buffer {
  const out = Buffer.alloc(height * rowBytes)
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + 1)
    const kind = rows[from] ?? 0
    if (kind === 0) rows.copy(out, row * rowBytes, from + 1, from + 1 + rowBytes)
    else unfilterRow(rows.subarray(from + 1, from + 1 + rowBytes), out, { row, kind, step })
  }
  return out
}

function unfilterRow(
  packed: Buffer,
  out: Buffer,
  { row, kind, step }: { row: number; kind: number; step: number },
): void {
  const start = row * packed.length
  const above = start - packed.length
  for (let at = 0; at < packed.length; at += 1) {
    const left = at >= step ? (out[start + at - step] ?? 0) : 0
    const up = row > 0 ? (out[above + at] ?? 0) : 0
    const corner = row > 0 && at >= step ? (out[above + at - step] ?? 0) : 0
    out[start + at] = (packed[at] ?? 0) + guess(kind, left, up, corner)
  }
}

function guess(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  return kind === 4 ? paeth(left, up, corner) : 0
}

function paeth(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner)
  const byUp = Math.abs(left - corner)
  const byCorner = Math.abs(left + up - 2 * corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}
