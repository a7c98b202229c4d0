import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { repeat } from '@gridloom/async/repeat'
import { sqlStateOf } from '../../../platform/database/transact.ts'
import { FileMissing } from '../../../platform/files/files.ts'
import type { MediaCtx } from '../ctx.ts'
import { fileKeys } from '../files/file-keys.ts'
import { publishMedia } from '../publish-media-change.ts'
import type { ContentRow } from '../schema.ts'
import {
  claimContent,
  completeEncoding,
  type Encoding,
  type FinishedFiles,
  failEncoding,
  mediaOfContent,
  renewEncoding,
  requeueEncoding,
} from '../stores/contents-store.ts'
import type { Encoder, VideoFile } from './encoder.ts'
import { EncodingFailed } from './encoding-failed.ts'
import { masterPlaylist, type WrittenRendition } from './master-playlist.ts'

/** The claim of a killed server ends after this. */
const leaseMs = 30_000
const renewEveryMs = 2_000
const attemptsMax = 5

/**
 * Encodes the next video of the queue, if no other replica encodes one. The queue is in the database: a killed server
 * leaves a claim that ends, and the next one begins the video anew. Files are written under a folder of this attempt and
 * shown by one update at the end, so that nothing half-made is ever read.
 */
export async function encodeNext(ctx: MediaCtx, signal: AbortSignal): Promise<void> {
  const encoder = ctx.mediaEncoder
  if (encoder === undefined) return
  const content = await claimNext(ctx)
  if (content?.lease_token == null) return
  const encoding = { id: content.id, token: content.lease_token }
  await publishStates(ctx, content)
  try {
    if (content.attempts > attemptsMax)
      throw new EncodingFailed('interrupted', `began ${attemptsMax} times`)
    const done = await encode(ctx, { encoder, content, encoding }, signal)
    const isOurs = await ctx.transact((tx) => completeEncoding(tx, { ...encoding, ...done }))
    if (isOurs) await ctx.files.remove(fileKeys.source(content.id))
  } catch (error) {
    await ctx.files.removeAll(`${fileKeys.content(content.id)}${folderOf(encoding)}/`)
    if (error instanceof FileMissing)
      await giveUp(ctx, encoding, new EncodingFailed('unreadable', 'the source is gone'))
    else if (error instanceof EncodingFailed) await giveUp(ctx, encoding, error)
    else {
      await ctx.transact((tx) => requeueEncoding(tx, encoding))
      if (!signal.aborted) throw error
    }
  }
  await publishStates(ctx, content)
}

async function claimNext(ctx: MediaCtx): Promise<ContentRow | undefined> {
  const now = ctx.clock.now()
  const claim = { token: ctx.ids.label(), now, until: new Date(now.getTime() + leaseMs) }
  try {
    return await ctx.transact((tx) => claimContent(tx, claim))
  } catch (error) {
    // @NOTE another replica claimed a video at the same moment, and one is encoded at a time
    if (sqlStateOf(error) === '23505') return undefined
    throw error
  }
}

async function giveUp(ctx: MediaCtx, encoding: Encoding, error: EncodingFailed): Promise<void> {
  const { failure } = error
  ctx.log.warn(
    { event: 'media.encoding_failed', id: encoding.id, failure, err: error },
    'a video was not encoded',
  )
  await ctx.transact((tx) => failEncoding(tx, { ...encoding, failure }))
}

interface Work {
  encoder: Encoder
  content: ContentRow
  encoding: Encoding
}

async function encode(ctx: MediaCtx, work: Work, stopping: AbortSignal): Promise<FinishedFiles> {
  const folder = path.join(ctx.files.scratchFolder, `media-${work.encoding.token}`)
  const lost = new AbortController()
  const over = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const progress = { percent: 0 }
  const renewing = repeat({
    ...{ clock: ctx.clock, everyMs: renewEveryMs, signal: over.signal },
    work: async () => {
      if (!(await renew(ctx, work, progress.percent))) lost.abort(new Error('the claim is lost'))
    },
    failed: (error) =>
      ctx.log.error(
        { event: 'media.claim_renewal_failed', err: error, id: work.content.id },
        'a claim was not renewed',
      ),
  })
  try {
    await mkdir(folder, { mode: 0o700 })
    return await encodeIn(ctx, { ...work, folder, progress }, signal)
  } finally {
    over.abort()
    await renewing
    await rm(folder, { recursive: true, force: true })
  }
}

async function renew(ctx: MediaCtx, { content, encoding }: Work, percent: number) {
  const until = new Date(ctx.clock.now().getTime() + leaseMs)
  return ctx.transact(async (tx) => {
    const isOurs = await renewEncoding(tx, { ...encoding, until, progressPercent: percent })
    if (isOurs && percent !== content.progress_percent)
      await publishMedia(tx, '', content.uploaded_by)
    return isOurs
  })
}

interface EncodingIn extends Work {
  folder: string
  progress: { percent: number }
}

async function encodeIn(
  ctx: MediaCtx,
  { encoder, content, encoding, folder, progress }: EncodingIn,
  signal: AbortSignal,
): Promise<FinishedFiles> {
  const source: VideoFile = {
    file: path.join(folder, 'source'),
    container: content.content_type === 'video/mp4' ? 'mov' : 'matroska',
  }
  // What the encoder writes, apart from what we do.
  const output = path.join(folder, 'out')
  await fetchSource(ctx, content, source.file, signal)
  const { video, renditions } = await encoder.plan(source, signal)
  const written: WrittenRendition[] = []
  for (const [index, rendition] of renditions.entries()) {
    const onProgress = (doneS: number) => {
      const done = (index + Math.min(doneS / video.durationS, 1)) / renditions.length
      progress.percent = Math.floor(done * 99)
    }
    await encoder.encode(source, { probed: video, rendition, folder: output, onProgress }, signal)
    const { size } = await stat(path.join(output, `${rendition.name}.mp4`))
    written.push({ rendition, fileBytes: size })
  }
  await writeFile(path.join(folder, 'master.m3u8'), masterPlaylist(written, video.durationS))
  const atS = Math.min(1, video.durationS / 3)
  const poster = await encoder.poster(source.file, signal, atS, source.container)
  if (poster !== undefined) await writeFile(path.join(folder, 'poster.jpg'), poster)
  const ours = ['master.m3u8', ...(poster === undefined ? [] : ['poster.jpg'])]
  const encoded = renditions.flatMap(({ name }) => [`${name}.m3u8`, `${name}.mp4`])
  const files = [
    ...ours.map((name) => path.join(folder, name)),
    ...encoded.map((name) => path.join(output, name)),
  ]
  for (const file of files) {
    const key = fileKeys.finished(content.id, folderOf(encoding), path.basename(file))
    await ctx.files.adopt(key, file, signal)
  }
  const [high] = written
  return {
    ...{ folder: folderOf(encoding), durationMs: Math.round(video.durationS * 1_000) },
    ...{ width: high?.rendition.width ?? 0, height: high?.rendition.height ?? 0 },
    ...{ fileBytes: high?.fileBytes ?? 0, fileNames: [...ours, ...encoded] },
  }
}

/** The source lies in the file store, which may be another machine's. */
async function fetchSource(
  ctx: MediaCtx,
  { id }: ContentRow,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const bytes = ctx.files.reserve.whileKept(ctx.files.read(fileKeys.source(id)))
  const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(bytes), sink, { signal })
}

function folderOf({ token }: Encoding): string {
  return token
}

async function publishStates(ctx: MediaCtx, { id }: ContentRow): Promise<void> {
  await ctx.transact(async (tx) => {
    for (const mediaId of await mediaOfContent(tx, id)) await publishMedia(tx, mediaId)
  })
}
