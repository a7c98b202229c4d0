import type { MicroUsd } from '@gridloom/contract/core/values'
import { pictureCap } from '@gridloom/domain/rendering/frame-cap'
import { framePrice, referenceMsOf } from '@gridloom/domain/rendering/frame-price'
import type { ChunkRow, JobRow } from '../schema.ts'

interface PricedJob {
  job: Pick<JobRow, 'settings' | 'frame_micro_usd_max'>
  /** The chunk in which the picture was rendered, with its machine's price and score at the time. */
  chunk: Pick<ChunkRow, 'machine_score' | 'micro_usd_per_reference_hour'>
  /** As measured by the server, or less. */
  renderMs: number
}

export interface PicturePrice {
  /** Milliseconds on a reference machine. */
  referenceMs: number
  microUsd: MicroUsd
  /** Whether the price by time would have exceeded the limit for a frame of the job. */
  isCapped: boolean
}

/** Returns the price of a picture: by its time, and at most the limit that the renter agreed to. */
export function picturePrice({ job, chunk, renderMs }: PricedJob): PicturePrice {
  const referenceMs = referenceMsOf(renderMs, chunk.machine_score)
  const byTime = framePrice(referenceMs, chunk.micro_usd_per_reference_hour)
  const { frame_micro_usd_max: cap, settings } = job
  const most = cap === null ? byTime : pictureCap(cap, settings)
  return { referenceMs, microUsd: Math.min(byTime, most), isCapped: byTime > most }
}

/** Returns the time that estimates of further frames count: for a capped picture, at most the time that was paid. */
export function countedMs(
  { referenceMs, microUsd, isCapped }: PicturePrice,
  { micro_usd_per_reference_hour: rate }: Pick<ChunkRow, 'micro_usd_per_reference_hour'>,
): number {
  return isCapped ? Math.min(referenceMs, Math.ceil((microUsd * 3_600_000) / rate)) : referenceMs
}
