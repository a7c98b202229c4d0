import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import type { JobRow } from '../schema.ts'
import { readPictureFile } from '../verification/read-file.ts'
import { encodeVideo, type ShownFrame } from './encode-video.ts'
import { rangesOf } from './frame-names.ts'
import type { DoneFrame } from './frames-store.ts'

interface VideoWanted {
  job: Pick<JobRow, 'id' | 'settings'>
  frames: readonly DoneFrame[]
  kind: 'mp4' | 'webm'
}

/** A film of frames in the store of files. */
export interface KeptVideo {
  key: string
  bytes: number
}

/**
 * A film of these very pictures: made once and kept with the job. Making it takes as long as it takes; whoever waits
 * for it and goes away ends that.
 */
export async function findOrMakeVideo(ctx: RenderingCtx, wanted: VideoWanted): Promise<KeptVideo> {
  const { job, frames, kind } = wanted
  const key = fileKeys.video(job.id, `${contentOf(wanted)}.${kind}`)
  const bytes = await ctx.files.size(key)
  if (bytes !== undefined) return { key, bytes }
  const outFile = path.join(ctx.files.scratchFolder, `video-${ctx.ids.secret()}.${kind}`)
  try {
    const ranges = rangesOf(frames.map(({ number }) => number))
    const made = { fps: job.settings.fps, kind, outFile, ranges }
    await encodeVideo(ctx, made, shownFrames(ctx, wanted))
    const { size } = await stat(outFile)
    await ctx.files.adopt(key, outFile, ctx.signal)
    return { key, bytes: size }
  } finally {
    await rm(outFile, { force: true })
  }
}

/** Names a film by all that decides it. */
function contentOf({ job, frames }: VideoWanted): string {
  const hash = createHash('sha256').update(`1:${job.settings.fps}`)
  for (const { number, sha256 } of frames) hash.update(`:${number}:${sha256}`)
  return hash.digest('hex')
}

/** Frames as a screen shows them, the next one on its way while one is taken. */
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
    // @NOTE its failure is heard when it is its turn.
    next?.catch(() => {})
    yield shown
  }
}
