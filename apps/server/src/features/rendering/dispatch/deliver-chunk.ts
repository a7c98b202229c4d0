import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { readJobRow } from '../frames/jobs-store.ts'
import { sceneById } from '../uploads/scenes-store.ts'
import { readSceneHeld, type SceneSegment, sendChunk, sendSceneSegment } from './agent-calls.ts'
import { renewLease } from './chunks-store.ts'
import { type AssignedChunk, leaseFrom } from './claim-chunk.ts'
import { contentHash } from './content-hash.ts'
import type { ChunkAssignment } from './order-chunk.ts'

/** The bytes of one call; a broken connection loses at most this much. */
const segmentBytes = 64 * 1024 * 1024
/** While the scene is being sent, the machine does not report the chunk yet; the server renews its lease. */
const renewEveryMs = 10_000

/** Thrown when the chunk was taken away from the machine while its scene was being sent. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Delivers a chunk to its machine: first the missing bytes of the scene, resumed where an earlier transfer broke off,
 * then the chunk.
 * @throws Refused as the agent refuses, `machine_offline` where it is not connected here; {@link LeaseLost}
 */
export async function deliverChunk(
  ctx: RenderingCtx,
  { chunk, inputs }: { chunk: AssignedChunk; inputs: ChunkAssignment['inputs'] },
): Promise<void> {
  const { job_id, machine_id, spec } = chunk
  if (job_id === null || spec.work.kind === 'canary') return sendChunk(ctx, machine_id, spec)
  await sendScene(ctx, chunk, await sceneOf(ctx, job_id))
  const named = await Promise.all(inputs.map((input) => inputOf(ctx, input)))
  for (const input of named) await sendScene(ctx, chunk, input)
  const { work } = spec
  const scenes = named.map(({ scene }) => scene)
  const sent = work.kind === 'merge' ? { ...spec, work: { ...work, inputs: scenes } } : spec
  await sendChunk(ctx, machine_id, sent)
}

interface SceneFile extends Pick<SceneSegment, 'scene' | 'kind'> {
  key: string
}

/**
 * Returns an input of a merge. The server identifies the file by its hash, and the machine by its content hash, like a
 * scene.
 */
async function inputOf(
  ctx: RenderingCtx,
  { key }: ChunkAssignment['inputs'][number],
): Promise<SceneFile> {
  return { scene: await contentHash(ctx.files.read(key)), kind: 'file', key }
}

async function sceneOf(ctx: RenderingCtx, jobId: RenderJobId): Promise<SceneFile> {
  const job = await readJobRow(ctx.db, jobId)
  const scene = job === undefined ? undefined : await sceneById(ctx.db, job.scene_id)
  if (scene === undefined) throw new RangeError(`the scene of ${jobId} is gone`)
  return { scene: scene.content_hash, kind: scene.contents.kind, key: fileKeys.scene(scene.id) }
}

async function sendScene(ctx: RenderingCtx, chunk: AssignedChunk, file: SceneFile): Promise<void> {
  let held = await readSceneHeld(ctx, chunk.machine_id, file.scene)
  if (held.ready) return
  const size = await ctx.files.size(file.key)
  if (size === undefined) throw new RangeError(`the file ${file.key} is gone`)
  while (!held.ready) {
    const offset = held.received_bytes
    const end = Math.min(size, offset + segmentBytes)
    const bytes = keepingLease(ctx, chunk, ctx.files.read(file.key, { start: offset, end }))
    held = await sendSceneSegment(ctx, chunk.machine_id, { ...file, offset, size, bytes })
    // A scene that is complete but not ready is being unpacked; the chunk waits for it on the machine.
    if (held.received_bytes >= size) return
    if (held.received_bytes <= offset) throw new RangeError('a scene does not come through')
  }
}

/** Passes bytes on, and renews the lease of the chunk meanwhile. */
async function* keepingLease(
  ctx: RenderingCtx,
  chunk: AssignedChunk,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let renewedAtMs = Number.NEGATIVE_INFINITY
  for await (const some of bytes) {
    const nowMs = ctx.clock.monotonicMs()
    if (nowMs - renewedAtMs >= renewEveryMs) {
      renewedAtMs = nowMs
      const now = ctx.clock.now()
      const change = { lease_until: leaseFrom(now), moved_at: now }
      if (!(await ctx.transact((tx) => renewLease(tx, chunk, change)))) throw new LeaseLost()
    }
    yield some
  }
}
