import type { Region } from '@gridloom/contract/agent/rendering'
import type { RenderingCtx } from '../ctx.ts'
import type { ArrivedPicture, DeliveryOutcome } from '../dispatch/arrived-picture.ts'
import { fileKeys } from '../file-keys.ts'
import { readJobRow } from '../frames/jobs-store.ts'
import type { Crops, EncodedPicture, PictureDifference } from '../pictures/pictures.ts'
import { NotAPicture } from '../pictures/pictures.ts'
import type { CheckRow, FrameRow, JobRow } from '../schema.ts'
import { findFirstVote, findOpenCheck } from './checks-store.ts'
import { isSamePicture } from './decide-votes.ts'
import { keepCrops } from './evidence.ts'
import { findPart } from './frame-parts-store.ts'
import { formatOf } from './inspect-picture.ts'
import { readPictureFile } from './read-file.ts'
import { settleCheck } from './settle-check.ts'

/** Handles another machine's picture for a check, and decides what it means for both machines. */
export async function receiveCheck(
  ctx: RenderingCtx,
  arrived: ArrivedPicture,
): Promise<DeliveryOutcome> {
  const { chunk } = arrived
  const check = await findOpenCheck(ctx.db, chunk.id)
  if (check === undefined) return 'not_ours'
  const [job, frame] = [await readJobRow(ctx.db, check.job_id), await findPart(ctx.db, check)]
  if (job === undefined || frame === undefined || frame.sha256 === null) return 'not_ours'
  const format = formatOf(job, { sample_range: frame.extent?.sample_range ?? null })
  const key = fileKeys.picture(job.id, { ...frame, sha256: frame.sha256 })
  const doubted = { bytes: await readPictureFile(ctx, key), format }
  const region = regionWithin(frame, job, check.region)
  const { difference, crops } = await compared(ctx, {
    first: doubted,
    second: { key: arrived.key, format },
    region,
  })
  const agree = await agreesWithFirst(ctx, check, { key: arrived.key, format })
  await keepVote(ctx, check, arrived.key)
  if (crops !== null) await keepCrops(ctx, { jobId: job.id, checkId: check.id }, crops)
  return settleCheck(ctx, {
    chunk,
    difference,
    hasCrops: crops !== null,
    agree,
    sha256: frame.sha256,
    renderMs: arrived.renderMs,
  })
}

interface Pair {
  first: EncodedPicture
  second: Kept
  region: Region | null
}

/** A picture in the file store. */
interface Kept {
  key: string
  format: EncodedPicture['format']
}

/** Compares the pictures; a malformed file counts as entirely different. */
async function compared(
  ctx: RenderingCtx,
  { first, second: { key, format }, region }: Pair,
): Promise<{ difference: PictureDifference; crops: Crops | null }> {
  try {
    const second = { bytes: await readPictureFile(ctx, key), format }
    const { crops, ...difference } = await ctx.pictures.compare(
      { first, second, region },
      ctx.signal,
    )
    return { difference, crops }
  } catch (error) {
    if (!(error instanceof NotAPicture)) throw error
    return { difference: { psnrDb: 0, differingPercent: 100 }, crops: null }
  }
}

/** Whether the pictures of both votes agree; `null` if this is the first. */
async function agreesWithFirst(
  ctx: RenderingCtx,
  check: CheckRow,
  { key, format }: Kept,
): Promise<boolean | null> {
  if (check.vote === 1) return null
  const vote = await findFirstVote(ctx.db, check)
  if (vote === undefined) return false
  const earlier = fileKeys.check(vote.job_id, vote.id)
  const first = { bytes: await readPictureFile(ctx, earlier), format }
  const { difference } = await compared(ctx, { first, second: { key, format }, region: null })
  return isSamePicture(difference)
}

/** Stores the picture as it arrived, to be compared with the next vote: only the server reads it. */
async function keepVote(ctx: RenderingCtx, check: CheckRow, arrivedKey: string): Promise<void> {
  const bytes = await readPictureFile(ctx, arrivedKey)
  await ctx.files.put(fileKeys.check(check.job_id, check.id), [bytes], ctx.signal)
}

/** Converts a check's region from pixels of the frame to pixels of the tile. `null`: the whole picture. */
function regionWithin(frame: FrameRow, job: JobRow, region: Region): Region | null {
  const tile = frame.extent?.region
  const whole = job.settings.split.kind === 'samples' && frame.part === 0
  if (whole) return null
  if (tile === null || tile === undefined) return region
  return { ...region, x: region.x - tile.x, y: region.y - tile.y }
}
