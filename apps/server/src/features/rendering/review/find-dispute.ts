import { isDeepStrictEqual } from 'node:util'
import { FileMissing } from '../../../platform/files/files.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { ArrivedPicture } from '../dispatch/arrived-picture.ts'
import { findChunk } from '../dispatch/chunks-store.ts'
import { fileKeys } from '../file-keys.ts'
import type { ChunkRow, Dispute } from '../schema.ts'
import { comparabilityKeyOf, isComparable } from './comparability-key.ts'
import { isSamePicture } from './decide-votes.ts'
import { keepCrops } from './evidence.ts'
import { readRejectedProducer } from './frame-parts-store.ts'
import { formatOf } from './inspect-picture.ts'
import { readPictureFile } from './read-file.ts'
import type { ReviewSubject } from './subject.ts'

/**
 * Compares a decoded picture with the one that its owner rejected before it. Returns `null` if there is none, if its
 * file is lost, if the two may rightly differ, and if they are equal: then the owner disliked the scene itself.
 */
export async function findDispute(
  ctx: RenderingCtx,
  { job, frame, chunk, framePart, producer }: ReviewSubject,
  arrived: Pick<ArrivedPicture, 'key' | 'part'>,
): Promise<Dispute | null> {
  const { rejected } = frame
  if (rejected === null || chunk.kind !== 'frames') return null
  const [first, before] = [
    await readRejectedProducer(ctx.db, frame),
    await findChunk(ctx.db, rejected.chunk_id),
  ]
  if (first === undefined || before === undefined || !isSameOrder(before, chunk)) return null
  const comparabilityKey = comparabilityKeyOf(before, first.capability)
  if (comparabilityKey === null || !isComparable(comparabilityKey, producer.capability)) return null
  const format = formatOf(job, arrived.part)
  const wasKept = fileKeys.picture(job.id, { ...framePart, sha256: rejected.sha256 })
  const bytes = await readIfKept(ctx, wasKept)
  if (bytes === null) return null
  const { crops, ...difference } = await ctx.pictures.compare(
    {
      first: { bytes, format },
      second: { bytes: await readPictureFile(ctx, arrived.key), format },
      region: null,
    },
    ctx.signal,
  )
  if (isSamePicture(difference)) return null
  const evidence_id = ctx.ids.mint('renderCheck')
  await keepCrops(ctx, { jobId: job.id, checkId: evidence_id }, crops)
  return { ...difference, evidence_id }
}

/** Returns `null` for a lost picture: without it no machine can be blamed, and the frame must not wait for it. */
async function readIfKept(ctx: RenderingCtx, key: string): Promise<Uint8Array | null> {
  try {
    return await readPictureFile(ctx, key)
  } catch (cause) {
    if (!(cause instanceof FileMissing)) throw cause
    ctx.log.error(
      { event: 'picture.lost', err: cause, key },
      'a rejected picture is lost: nothing is compared with it',
    )
    return null
  }
}

/** Whether two machines got the same order. */
function isSameOrder(one: ChunkRow, other: ChunkRow): boolean {
  const [first, second] = [one.spec.work, other.spec.work]
  return (
    first.kind === 'render' &&
    second.kind === 'render' &&
    isDeepStrictEqual(first.settings, second.settings)
  )
}
