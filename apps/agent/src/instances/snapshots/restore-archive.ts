import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type {
  SnapshotLayer,
  SnapshotManifest,
  SnapshotPiece,
} from '@gridloom/contract/agent/snapshots'
import { fileHeader, paddingOf } from '../../runtime/docker/layers/tar-blocks.ts'
import { checkLayer } from './check-layer.ts'
import { baseLayersLabel } from './names.ts'
import { SnapshotBroken } from './snapshot-broken.ts'

const decompress = promisify(zstdDecompress)
const end = Buffer.alloc(1024)
/** The least that zlib takes for a portion. */
const chunkBytesMin = 64

/** Where the pieces of a snapshot are read. */
export interface PieceSource {
  folder: string
  /** Resolves once the piece with this number, counted over all layers, is there and has been compared with its hash. */
  arrived(number: number): Promise<void>
}

/**
 * Writes the archive of an image, as `docker save` does, whose topmost layers are those of a snapshot. Layers of the base
 * image are named and left out: the engine has them, and takes a layer from the archive only where its own do not end in
 * the same chain. It compares the SHA-256 of each layer that it unpacks with the one named here. Source: moby,
 * `image/tarexport/load.go`. @throws SnapshotBroken
 */
export async function* restoreArchive(
  image: string,
  { config, architecture, base_diff_ids, layers }: SnapshotManifest,
  source: PieceSource,
): AsyncGenerator<Uint8Array> {
  const diffIds = [...base_diff_ids, ...layers.map(({ diff_id }) => diff_id)]
  const settings = {
    architecture: architecture === 'x64' ? 'amd64' : architecture,
    os: 'linux',
    config: { ...config, Labels: { [baseLayersLabel]: String(base_diff_ids.length) } },
    rootfs: { type: 'layers', diff_ids: diffIds.map((id) => `sha256:${id}`) },
    history: diffIds.map(() => ({ created_by: 'gridloom snapshot' })),
  }
  const paths = diffIds.map((_, at) => `${at}/layer.tar`)
  const manifest = [{ Config: 'config.json', RepoTags: [image], Layers: paths }]
  yield* textFile('manifest.json', JSON.stringify(manifest))
  yield* textFile('config.json', JSON.stringify(settings))
  let first = 0
  for (const [at, layer] of layers.entries()) {
    yield fileHeader(`${base_diff_ids.length + at}/layer.tar`, layer.raw_bytes)
    yield* checkLayer(layerBytes(layer, first, source))
    first += layer.pieces?.length ?? 0
    yield Buffer.alloc(paddingOf(layer.raw_bytes))
  }
  yield end
}

/** Yields the bytes of a layer. Pieces were compared with their hashes when they arrived, and the engine compares the whole. */
async function* layerBytes(
  { raw_bytes, pieces }: SnapshotLayer,
  first: number,
  { folder, arrived }: PieceSource,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for (const [at, piece] of (pieces ?? []).entries()) {
    await arrived(first + at)
    const raw = await rawPiece(folder, piece)
    bytes += raw.length
    yield raw
  }
  if (bytes !== raw_bytes) throw new SnapshotBroken('a layer has another size')
}

async function rawPiece(folder: string, { sha256, raw_bytes }: SnapshotPiece): Promise<Buffer> {
  const bytes = await readFile(join(folder, sha256))
  try {
    // In one portion: by default zlib returns to this thread after each 16 KiB.
    const chunkSize = Math.max(raw_bytes, chunkBytesMin)
    const raw = await decompress(bytes, { maxOutputLength: raw_bytes, chunkSize })
    if (raw.length === raw_bytes) return raw
  } catch (cause) {
    throw new SnapshotBroken('a piece cannot be decompressed', { cause })
  }
  throw new SnapshotBroken('a piece has another size')
}

function* textFile(name: string, text: string): Generator<Uint8Array> {
  const content = Buffer.from(text)
  yield fileHeader(name, content.length)
  yield content
  yield Buffer.alloc(paddingOf(content.length))
}
