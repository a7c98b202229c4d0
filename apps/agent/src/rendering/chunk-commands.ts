import type { Clock } from '@gridloom/async/clock'
import type { RenderChunkSpec, StopChunk } from '@gridloom/contract/agent/rendering'
import type { Sha256 } from '@gridloom/contract/core/values'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { isDiskFullError } from '../host/disk-space.ts'
import { AgentRefused } from '../refused.ts'
import type { ChunkChangeNotifier } from './change-notifier.ts'
import type { ChunkFiles } from './chunk-files.ts'
import { type ChunkRecord, chunkScenes, hasEnded, idOf, newChunk } from './chunk-record.ts'
import type { ChunkStates } from './chunk-states.ts'
import { isReported, isSpent, waitedTooLong } from './retention.ts'
import type { SceneStore } from './scene-store.ts'

/** The dependencies of commands on chunks. */
export interface CommandContext {
  chunks: ChunkStates
  files: ChunkFiles
  notifier: ChunkChangeNotifier
  scenes: Pick<SceneStore, 'isArriving'>
  clock: Clock
  onFailure(cause: unknown): void
}

/** The control plane sends two at a time; many more that are at work, or hold pictures, are an error. */
const chunksMax = 100

/** Accepts a chunk; call one at a time. See `ChunkQueue.accept`. */
export async function acceptChunk(ctx: CommandContext, spec: RenderChunkSpec): Promise<void> {
  const { records } = ctx.chunks
  const known = records.get(spec.chunk_id)
  if (known?.spec.lease_token === spec.lease_token) return
  if (known !== undefined) await forgetChunk(ctx, known)
  if (records.size >= chunksMax) await forgetOldest(ctx)
  if (records.size >= chunksMax) {
    throw new AgentRefused(
      'state_conflict',
      `This machine already has ${chunksMax} chunks, which is the limit.`,
    )
  }
  const record = newChunk(spec)
  const begun = ctx.files.begin(record).then(() => ctx.files.save(record))
  await begun.catch(refuseFull)
  records.set(spec.chunk_id, record)
  ctx.notifier.changed(record)
  ctx.chunks.update()
}

/** Stops a chunk. With `now` it resolves when nothing of the chunk runs any more. */
export async function stopChunk(
  { chunks }: CommandContext,
  record: ChunkRecord,
  mode: StopChunk['mode'],
): Promise<void> {
  if (hasEnded(record)) {
    record.isAcknowledged = true
    return
  }
  record.stopMode = mode
  if (record !== chunks.current()) return chunks.end(record, null)
  if (mode === 'after_piece') return
  record.stop.abort(new Error('the chunk was stopped'))
  await record.ended.promise
}

/** Deletes the pictures of these parts, and reports them no more. */
export async function takeFiles(
  { files }: CommandContext,
  record: ChunkRecord,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const part = record.parts.get(key)
    if (part === undefined || part.state === 'rendering') continue
    record.parts.delete(key)
    if (part.file !== null) await files.deletePicture(record, part.file.name)
  }
  if (hasEnded(record)) record.isAcknowledged = true
  await files.save(record)
}

/** Ends the chunks that wait for a scene that turned out to be unusable. */
export function giveUpScene(
  { chunks }: CommandContext,
  scene: Sha256,
  problem: RenderProblem,
): void {
  for (const record of chunks.records.values()) {
    const isAwaited = record.phase === 'fetching' && chunkScenes(record).includes(scene)
    if (isAwaited) chunks.end(record, problem)
  }
}

/** Ends chunks that waited too long for their scene, and forgets spent ones. Call every few seconds. */
export function sweepChunks(ctx: CommandContext): void {
  const nowMs = ctx.clock.monotonicMs()
  for (const record of ctx.chunks.records.values()) {
    const isSent = chunkScenes(record).some(ctx.scenes.isArriving)
    if (isSent && record.phase === 'fetching') record.fetchingSinceMs = nowMs
    if (record.phase === 'fetching' && waitedTooLong(record, nowMs)) {
      ctx.chunks.end(record, neverCame)
    }
    if (isSpent(record, nowMs)) forgetChunk(ctx, record).catch(ctx.onFailure)
  }
}

async function forgetChunk(ctx: CommandContext, record: ChunkRecord): Promise<void> {
  await stopChunk(ctx, record, 'now')
  ctx.chunks.records.delete(idOf(record))
  ctx.notifier.forget(record)
  await ctx.files.remove(record)
}

/**
 * Forgets the chunk that ended first, of those that are not reported any more: of short chunks hundreds end before their
 * logs expire.
 */
async function forgetOldest(ctx: CommandContext): Promise<void> {
  const nowMs = ctx.clock.monotonicMs()
  const [oldest] = [...ctx.chunks.records.values()]
    .filter((record) => !isReported(record, nowMs))
    .toSorted((one, other) => (one.endedAtMs ?? 0) - (other.endedAtMs ?? 0))
  if (oldest !== undefined) await forgetChunk(ctx, oldest)
}

const neverCame = {
  code: 'scene_missing',
  text: 'The machine did not receive the scene.',
} as const satisfies RenderProblem

function refuseFull(cause: unknown): never {
  if (!isDiskFullError(cause)) throw cause
  throw new AgentRefused('upstream_failed', 'The disk of this machine is full.', { cause })
}
