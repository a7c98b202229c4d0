import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { openBlendBytes } from '../src/container/open-blend-bytes.ts'
import { memorySource } from '../src/source.ts'
import { joined } from './blend-writer.ts'

/** The uncompressed bytes of a file. */
export async function unpacked(file: Uint8Array): Promise<Uint8Array> {
  await using bytes = await openBlendBytes(memorySource(file))
  return new Uint8Array(await bytes.load(0, bytes.size ?? Number.MAX_SAFE_INTEGER))
}

export function gzipped(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(gzipSync(bytes))
}

/** Packs as Blender does: separate frames, and a seek table at the end. */
export function zstdWithTable(bytes: Uint8Array, frameBytes = 64 * 1024): Uint8Array {
  const frames = zstdFrames(bytes, frameBytes)
  return joined([...frames.map(({ packed }) => packed), seekTable(frames)])
}

export function zstdWithoutTable(bytes: Uint8Array, frameBytes = 64 * 1024): Uint8Array {
  return joined(zstdFrames(bytes, frameBytes).map(({ packed }) => packed))
}

/** Packs like a stream of unknown length: nothing states the unpacked size. */
export function zstdOfUnknownSize(bytes: Uint8Array): Uint8Array {
  const params = {
    [constants.ZSTD_c_contentSizeFlag]: 0,
    [constants.ZSTD_c_checksumFlag]: 1,
  }
  return new Uint8Array(zstdCompressSync(bytes, { params }))
}

/** A frame that decoders skip. */
export function skippable(content: Uint8Array): Uint8Array {
  const head = new Uint8Array(8)
  const view = new DataView(head.buffer)
  view.setUint32(0, 0x184d2a50, true)
  view.setUint32(4, content.length, true)
  return joined([head, content])
}

export interface FrameSizes {
  readonly packedBytes: number
  readonly unpackedBytes: number
}

export interface Frame extends FrameSizes {
  readonly packed: Uint8Array
}

export function zstdFrames(bytes: Uint8Array, frameBytes: number): Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at < bytes.length; at += frameBytes) {
    const part = bytes.subarray(at, at + frameBytes)
    const params = { [constants.ZSTD_c_compressionLevel]: 1 }
    const packed = new Uint8Array(zstdCompressSync(part, { params, pledgedSrcSize: part.length }))
    frames.push({ packed, packedBytes: packed.length, unpackedBytes: part.length })
  }
  return frames
}

export function seekTable(frames: readonly FrameSizes[]): Uint8Array {
  const content = new Uint8Array(frames.length * 8 + 9)
  const view = new DataView(content.buffer)
  for (const [index, { packedBytes, unpackedBytes }] of frames.entries()) {
    view.setUint32(index * 8, packedBytes, true)
    view.setUint32(index * 8 + 4, unpackedBytes, true)
  }
  view.setUint32(frames.length * 8, frames.length, true)
  view.setUint32(frames.length * 8 + 5, 0x8f92eab1, true)
  const table = skippable(content)
  table[0] = 0x5e
  return table
}

export type Packing = (bytes: Uint8Array) => Uint8Array

/** Every container of a .blend. */
export const packings = {
  plain: (bytes) => bytes,
  gzip: gzipped,
  'zstd with a table': (bytes) => zstdWithTable(bytes),
  'zstd without a table': (bytes) => zstdWithoutTable(bytes),
  'zstd in one frame of unknown size': zstdOfUnknownSize,
  'zstd behind a skippable frame': (bytes) =>
    joined([skippable(new Uint8Array(20)), zstdWithoutTable(bytes)]),
} as const satisfies Record<string, Packing>

export const packingNames = Object.keys(packings).filter(isPackingName)

function isPackingName(name: string): name is keyof typeof packings {
  return name in packings
}
