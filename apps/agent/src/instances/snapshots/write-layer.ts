import { createHash } from 'node:crypto'
import { rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { type SnapshotLayer, SnapshotPiece } from '@gridloom/contract/agent/snapshots'
import { Sha256 } from '@gridloom/contract/core/values'
import { isMissing } from '../../host/files.ts'
import type { LayerPart } from '../../runtime/layer-port.ts'
import { CaptureFailure } from './capture-failure.ts'
import { cutPieces } from './cut-pieces.ts'

const compress = promisify(zstdCompress)
/** The fastest level: disks hold what is compressed already, or what compresses well at any level. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 }
/** What a piece may grow by where it does not compress, and more. */
const roomBytes = 64 * 1024
/** Pieces that are compressed and written at once; with the one being filled, the bound of memory is 8 MiB each. */
const piecesAtOnce = 3

export interface LayerWriting {
  /** The folder of the pieces; one that is there is not written again. */
  folder: string
  rawBytesMax: number
  /** Called with the bytes that were read since the last call. Throws to end the capture. */
  onRead(bytes: number): Promise<void>
}

/**
 * Writes the pieces of a layer, each once. @throws CaptureFailure `too_large`, and the errors of reading and writing
 */
export async function writeLayer(
  parts: AsyncIterable<LayerPart>,
  { folder, rawBytesMax, onRead }: LayerWriting,
): Promise<SnapshotLayer> {
  const archive = createHash('sha256')
  const pieces: SnapshotPiece[] = []
  const writing: Promise<SnapshotPiece>[] = []
  let rawBytes = 0

  async function takeOldest(): Promise<void> {
    const oldest = writing.shift()
    if (oldest !== undefined) pieces.push(await oldest)
  }

  try {
    for await (const raw of cutPieces(parts, piecesAtOnce)) {
      rawBytes += raw.length
      if (rawBytes > rawBytesMax) {
        throw new CaptureFailure(
          'too_large',
          'The files are larger than the disk, such as sparse files.',
        )
      }
      archive.update(raw)
      await onRead(raw.length)
      const written = writePiece(folder, raw)
      // @NOTE awaited in order below; a failure in between is not unhandled
      written.catch(() => undefined)
      writing.push(written)
      if (writing.length >= piecesAtOnce) await takeOldest()
    }
    while (writing.length > 0) await takeOldest()
  } finally {
    await Promise.allSettled(writing)
  }
  return { diff_id: Sha256.parse(archive.digest('hex')), raw_bytes: rawBytes, pieces }
}

async function writePiece(folder: string, raw: Buffer): Promise<SnapshotPiece> {
  // In one portion: by default zlib returns to this thread after each 16 KiB, which takes seven times as long.
  const bytes = await compress(raw, { params, chunkSize: raw.length + roomBytes })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const piece = SnapshotPiece.parse({ sha256, bytes: bytes.length, raw_bytes: raw.length })
  await storePiece(folder, piece, bytes)
  return piece
}

/** Stores a piece under its hash; a reader sees all of it or nothing. */
export async function storePiece(
  folder: string,
  { sha256, bytes }: Pick<SnapshotPiece, 'sha256' | 'bytes'>,
  content: Uint8Array,
): Promise<void> {
  const path = join(folder, sha256)
  if ((await sizeOf(path)) === bytes) return
  const beside = `${path}.new`
  await writeFile(beside, content)
  await rename(beside, path)
}

/** Returns the size of a file; `undefined` where there is none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}
