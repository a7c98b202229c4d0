import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { readPictureFile } from '../review/read-file.ts'
import type { JobRow } from '../schema.ts'
import { encodeVideo, type ShownFrame } from './encode-video.ts'
import { rangesOf } from './frame-names.ts'
import type { DoneFrame } from './frames-store.ts'
import type { StoredVideo } from './kept-video.ts'

interface VideoWanted {
  job: Pick<JobRow, 'id' | 'account_id' | 'settings'>
  frames: readonly DoneFrame[]
  kind: 'mp4' | 'webm'
}

/**
 * Returns a video of exactly these pictures: encoded once, however many request it meanwhile, and kept with the job.
 * The encoding is cancelled once all waiting callers have disconnected. @throws Refused `too_many_requests`
 */
export async function findOrMakeVideo(
  ctx: RenderingCtx,
  wanted: VideoWanted,
): Promise<StoredVideo> {
  const { job, kind } = wanted
  const key = fileKeys.video(job.id, `${contentOf(wanted)}.${kind}`)
  const kept = await findVideo(ctx, key)
  if (kept !== undefined) return kept
  return ctx.deliveries.video({
    key,
    accountId: job.account_id,
    signal: ctx.signal,
    // Another caller may have encoded it just before this one started.
    make: async (signal) =>
      (await findVideo(ctx, key)) ?? makeVideo({ ...ctx, signal }, wanted, key),
  })
}

async function findVideo({ files }: RenderingCtx, key: string): Promise<StoredVideo | undefined> {
  const bytes = await files.size(key)
  return bytes === undefined ? undefined : { key, bytes }
}

async function makeVideo(
  ctx: RenderingCtx,
  wanted: VideoWanted,
  key: string,
): Promise<StoredVideo> {
  const { job, frames, kind } = wanted
  const outFile = path.join(ctx.files.scratchFolder, `video-${ctx.ids.secret()}.${kind}`)
  try {
    const ranges = rangesOf(frames.map(({ number }) => number))
    const made = { fps: job.settings.fps, kind, outFile, ranges }
    const shown = ctx.files.reserve.whileKept(shownFrames(ctx, wanted))
    await encodeVideo(ctx, made, shown)
    const { size } = await stat(outFile)
    await ctx.files.adopt(key, outFile, ctx.signal)
    return { key, bytes: size }
  } finally {
    await rm(outFile, { force: true })
  }
}

/** Returns the video's key, from everything that determines its content. */
function contentOf({ job, frames }: VideoWanted): string {
  const hash = createHash('sha256').update(`1:${job.settings.fps}`)
  for (const { number, sha256 } of frames) hash.update(`:${number}:${sha256}`)
  return hash.digest('hex')
}

/** Yields frames as a screen shows them, and reads the next one ahead. */
async function* shownFrames(
  ctx: RenderingCtx,
  { job, frames }: VideoWanted,
): AsyncIterable<ShownFrame> {
  const show = async ({ number, sha256 }: DoneFrame) => {
    const bytes = await readPictureFile(ctx, fileKeys.picture(job.id, { number, part: 0, sha256 }))
    return ctx.pictures.display({ bytes, format: job.settings.format }, ctx.signal)
  }
  let next: Promise<ShownFrame> | undefined
  for (const [nth, frame] of frames.entries()) {
    const shown = await (next ?? show(frame))
    const following = frames[nth + 1]
    next = following === undefined ? undefined : show(following)
    // @NOTE the failure is thrown when this frame is yielded.
    next?.catch(() => {})
    yield shown
  }
}
