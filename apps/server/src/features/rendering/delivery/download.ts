import { Refused } from '@gridloom/contract/errors'
import type { Download } from '../../../platform/http/routes.ts'
import { hashSecret } from '../../../platform/ids.ts'
import type { RenderingCtx } from '../ctx.ts'
import { findOwnedJob } from '../frames/jobs-store.ts'
import { sceneFileName } from '../frames/scene-of.ts'
import type { JobRow } from '../schema.ts'
import { baseNameOf, rangesOf, videoNameOf } from './frame-names.ts'
import { type DoneFrame, listDone, listMissing } from './frames-store.ts'
import { findOrMakeVideo } from './make-video.ts'
import { takeTicket } from './tickets-store.ts'
import { zipFrames } from './zip-frames.ts'

/**
 * Starts the download that a ticket allows. The ticket is used up from here on, whether or not the download succeeds.
 * @throws Refused `not_found` for a ticket that is used, expired or unknown; `picture_not_ready`; `too_many_requests`
 * where the account has too many downloads under way
 */
export async function downloadByTicket(ctx: RenderingCtx, ticket: string): Promise<Download> {
  const now = ctx.clock.now()
  const taken = await ctx.transact((tx) => takeTicket(tx, hashSecret(ticket), now))
  const job = taken && (await findOwnedJob(ctx.db, taken.account_id, taken.job_id))
  if (taken === undefined || job === undefined) throw noSuchDownload()
  const frames = await listDone(ctx.db, job.id)
  if (frames.length === 0) throw new Refused('picture_not_ready')
  const base = baseNameOf(await sceneFileName(ctx.db, job))
  const asked = { job, frames, base }
  return taken.kind === 'zip' ? zipOf(ctx, asked) : videoOf(ctx, asked, taken.kind)
}

interface Asked {
  job: JobRow
  frames: readonly DoneFrame[]
  base: string
}

async function zipOf(ctx: RenderingCtx, { job, frames, base }: Asked): Promise<Download> {
  const missing = await listMissing(ctx.db, job.id)
  const note = missing.length === 0 ? null : `Frames that are not in here: ${rangesOf(missing)}\n`
  return {
    fileName: `${base}.zip`,
    contentType: 'application/zip',
    pieces: ctx.deliveries.bytes(job.account_id, zipFrames(ctx, { job, frames, base, note })),
  }
}

async function videoOf(ctx: RenderingCtx, asked: Asked, kind: 'mp4' | 'webm'): Promise<Download> {
  const { job, frames, base } = asked
  const { key, bytes } = await findOrMakeVideo(ctx, { job, frames, kind })
  const numbers = frames.map(({ number }) => number)
  return {
    fileName: videoNameOf(base, numbers, kind),
    contentType: `video/${kind}`,
    bytes,
    pieces: ctx.deliveries.bytes(job.account_id, ctx.files.read(key)),
  }
}

function noSuchDownload(): Refused {
  return new Refused('not_found', { details: { what: 'download' } })
}
