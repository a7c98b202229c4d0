import { repeat } from '@gridloom/async/repeat'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import type { MediaUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { UploadRequest } from '../../../platform/http/routes.ts'
import { readUploadBody } from '../../rendering/index.ts'
import type { MediaCtx } from '../ctx.ts'
import { fileKeys } from '../files/file-keys.ts'
import type { MediaUploadRow } from '../schema.ts'
import { uploadLifeMs } from './start-upload.ts'
import { findOwnUpload } from './upload-view.ts'
import { addSegment } from './uploads-store.ts'

/** A PATCH of the tus protocol. */
export interface SentBytes {
  id: MediaUploadId
  offset: number
  /** The announced length; `undefined` if the client does not know it. */
  length: number | undefined
  request: Pick<UploadRequest, 'bytes' | 'cut'>
}

const stalledAfterMs = 10_000
/** An upload in more parts must be started again. */
const segmentsMax = 10_000

/**
 * Receives bytes of an upload, from its offset on, in segments of a block at most, so that a failure loses one block. Of
 * two senders at one offset, the first to store its segment wins; the other's is deleted.
 * @returns the new offset
 * @throws Refused `forbidden`, `not_found`, `state_conflict`, `too_large`, `storage_full`
 */
export async function sendUpload(ctx: MediaCtx, sent: SentBytes): Promise<number> {
  const upload = await findOwnUpload(ctx, sent.id)
  refuseMisfit(upload, sent)
  const body = readUploadBody(sent.request)
  using _watch = cutWhenStalled(ctx, body.hasMoved, sent.request.cut)
  let offset = sent.offset
  while (offset < upload.size_bytes && (await body.hasMore())) {
    const bytesMax = Math.min(hashBlockBytes, upload.size_bytes - offset)
    offset += await storeSegment(ctx, { id: sent.id, offset, bytes: body.take(bytesMax) })
  }
  if (offset === upload.size_bytes && (await body.hasMore())) throw tooLarge()
  return offset
}

function refuseMisfit(upload: MediaUploadRow, { offset, length = 0 }: SentBytes): void {
  if (upload.received_bytes !== offset) throw movedOn()
  if (offset + length > upload.size_bytes) throw tooLarge()
  if (upload.segments.length <= segmentsMax) return
  throw new Refused('state_conflict', { details: { what: 'upload', state: 'in too many parts' } })
}

async function storeSegment(
  ctx: MediaCtx,
  part: { id: MediaUploadId; offset: number; bytes: AsyncIterable<Uint8Array> },
): Promise<number> {
  const { id, offset } = part
  const name = `${offset}.${ctx.ids.secret()}`
  const key = fileKeys.upload(id) + name
  // The write ends with the client's bytes, or when they stall: never by this signal.
  const bytes = await ctx.files.put(key, part.bytes, new AbortController().signal)
  const expiresAt = new Date(ctx.clock.now().getTime() + uploadLifeMs)
  const segment = { name, bytes }
  const isFirst = await ctx.transact((tx) => addSegment(tx, { id, offset, segment, expiresAt }))
  if (isFirst) return bytes
  await ctx.files.remove(key)
  throw movedOn()
}

/** Cuts a connection that sends nothing any more. */
function cutWhenStalled(ctx: MediaCtx, hasMoved: () => boolean, cut: () => void): Disposable {
  const over = new AbortController()
  const watching = repeat({
    ...{ clock: ctx.clock, everyMs: stalledAfterMs, signal: over.signal },
    work: async () => {
      if (!hasMoved()) cut()
    },
    failed: () => {},
  })
  void watching
  return { [Symbol.dispose]: () => over.abort() }
}

function movedOn(): Refused {
  return new Refused('state_conflict', {
    details: { what: 'upload', state: 'at another offset, or sent by another connection' },
  })
}

function tooLarge(): Refused {
  return new Refused('too_large', { details: { limit: 'file that was announced' } })
}
