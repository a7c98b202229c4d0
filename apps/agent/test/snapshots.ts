import { randomInt } from 'node:crypto'
import { systemClock } from '@gridloom/async/clock'
import { type CaptureState, SnapshotManifest } from '@gridloom/contract/agent/snapshots'
import { type InstanceId, SnapshotId } from '@gridloom/contract/core/ids'
import type { InstanceManager } from '../src/instances/index.ts'

/** Returns an id that no other test on this machine has: images are named by it. */
export function newSnapshotId(): SnapshotId {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const random = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return SnapshotId.parse(`snp_01jd3v8q6f${random}`)
}

const tenGb = 10_000_000_000

/** A snapshot as the control plane stores it. */
export interface FetchedSnapshot {
  manifest: SnapshotManifest
  pieces: ReadonlyMap<string, Buffer>
  state: CaptureState
}

/** Captures a snapshot to its end. */
export async function captureWhole(
  { snapshots: { captures } }: InstanceManager,
  { id, snapshot, known = [] }: { id: InstanceId; snapshot: SnapshotId; known?: string[] },
): Promise<CaptureState> {
  const request = { known_diff_ids: known, raw_bytes_max: tenGb }
  for (;;) {
    const state = await captures.capture(id, snapshot, request)
    if (state.phase !== 'capturing') return state
    await systemClock.sleep(20)
  }
}

/** Captures a snapshot and fetches the pieces that are not there, as the control plane does. */
export async function fetchSnapshot(
  manager: InstanceManager,
  of: { id: InstanceId; snapshot: SnapshotId; known?: string[] },
  had: ReadonlyMap<string, Buffer> = new Map(),
): Promise<FetchedSnapshot & { fetched: number }> {
  const { captures } = manager.snapshots
  const state = await captureWhole(manager, of)
  if (state.phase === 'failed') throw new Error(`${state.problem?.code}: ${state.problem?.text}`)
  const text = await contentOf(captures.manifest(of.snapshot).open())
  const manifest = SnapshotManifest.parse(JSON.parse(text.toString()))
  const pieces = new Map(had)
  for (const { sha256 } of manifest.layers.flatMap((layer) => layer.pieces ?? [])) {
    if (pieces.has(sha256)) continue
    pieces.set(sha256, await contentOf(captures.piece(of.snapshot, sha256).open()))
  }
  await captures.forget(of.snapshot)
  return { manifest, pieces, state, fetched: pieces.size - had.size }
}

/** Sends a snapshot to a machine, `most` pieces at most; returns the number that it has. */
export async function sendSnapshot(
  { snapshots: { restores } }: InstanceManager,
  snapshot: SnapshotId,
  { manifest, pieces }: Pick<FetchedSnapshot, 'manifest' | 'pieces'>,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { received } = await restores.open(snapshot, once(Buffer.from(JSON.stringify(manifest))))
  const all = manifest.layers.flatMap((layer) => layer.pieces ?? [])
  const sent = all.slice(received, received + most).map(({ sha256 }) => pieces.get(sha256))
  const bytes = Buffer.concat(sent.map((piece) => piece ?? Buffer.alloc(0)))
  return (await restores.receive(snapshot, received, once(bytes))).received
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function contentOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream))
}
