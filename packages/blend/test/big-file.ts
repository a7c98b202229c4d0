import { type FileHandle, open } from 'node:fs/promises'
import { zstdCompressSync } from 'node:zlib'
import { BlendWriter } from './blend-writer.ts'
import { type FrameSizes, seekTable } from './containers.ts'
import { addresses, sceneValues, smallShapes } from './small-dna.ts'

export interface BigFile {
  readonly path: string
  /** The size of the content; about that of the file if it is plain. */
  readonly bytes: number
  /**
   * The size of each block except the few that matter: megabytes for a heavy mesh, a kilobyte for many small objects.
   */
  readonly blockBytes: number
  readonly packing: 'plain' | 'zstd'
}

const frameBytes = 1024 * 1024

/**
 * Writes a .blend of any size: a scene and a camera, then blocks of noise, which compresses as little as the
 * coordinates of a mesh do, then the DNA.
 */
export async function writeBigFile({ path, bytes, blockBytes, packing }: BigFile): Promise<void> {
  await using file = await open(path, 'w')
  const out = packing === 'plain' ? plainWriter(file) : zstdWriter(file)
  const start = new BlendWriter(smallShapes)
    .block('GLOB', 'FileGlobal', { curscene: addresses.scene })
    .block('SC', 'Scene', sceneValues, { address: addresses.scene })
    .block('OB', 'Object', { 'id.name': 'OBEye', type: 11 }, { address: addresses.camera })
  await out.write(start.unfinished())
  const noise = noiseOf(blockBytes)
  const perTurn = Math.max(1, Math.floor(frameBytes / blockBytes))
  const mesh = new BlendWriter(smallShapes)
  const header = mesh.unfinished().length
  for (let count = 0; count < perTurn; count += 1) mesh.raw('DATA', noise)
  const turn = mesh.unfinished().subarray(header)
  for (let written = 0; written < bytes; written += turn.length) await out.write(turn)
  await out.write(new BlendWriter(smallShapes).bytes().subarray(header))
  await out.end()
}

interface Out {
  write(bytes: Uint8Array): Promise<void>
  end(): Promise<void>
}

function plainWriter(file: FileHandle): Out {
  return { write: async (bytes) => void (await file.write(bytes)), end: async () => {} }
}

/** Writes frames of a megabyte and their seek table, as Blender does. */
function zstdWriter(file: FileHandle): Out {
  const frames: FrameSizes[] = []
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; at += frameBytes) {
        const part = bytes.subarray(at, at + frameBytes)
        const packed = new Uint8Array(zstdCompressSync(part, { pledgedSrcSize: part.length }))
        frames.push({ packedBytes: packed.length, unpackedBytes: part.length })
        await file.write(packed)
      }
    },
    end: async () => void (await file.write(seekTable(frames))),
  }
}

function noiseOf(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state & 255
  })
}
