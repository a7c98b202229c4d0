import { renderUploadLifeS } from '@gridloom/contract/core/constants'
import type { RenderUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { UploadRequest } from '../../../platform/http/routes.ts'
import { fileKeys } from '../file-keys.ts'
import type { UploadRow, UploadSegment } from '../schema.ts'
import { type BlockHash, resumeBlockHash } from './block-hash.ts'
import { readUploadBody, type UploadBody } from './body.ts'
import { claim, takenElsewhere, type UploadClaim } from './claim.ts'
import type { UploadingCtx } from './ctx.ts'
import { findOwnUpload } from './find-own-upload.ts'
import { addSegment, keepSegments } from './uploads-store.ts'

/** A PATCH of the tus protocol. */
export interface SentBytes {
  id: RenderUploadId
  /** The offset of its first byte. */
  offset: number
  /** The announced length; `undefined` if the client does not know it. */
  length: number | undefined
  request: Pick<UploadRequest, 'bytes' | 'cut'>
}

/** The most interruptions of an upload: one with more segments than blocks and this must be started again. */
const interruptionsMax = 5_000

/**
 * Receives bytes of an upload, from its offset on. They are stored as segments that end with their block or with the
 * connection, so that a failure loses at most one block and any replica can resume. A complete block must have its
 * announced hash; one that does not is discarded from its start.
 * @returns the upload's new offset
 * @throws Refused `not_found`, `state_conflict`, `too_large`, `upload_mismatch`
 */
export async function sendUpload(ctx: UploadingCtx, sent: SentBytes): Promise<number> {
  const upload = await findOwnUpload(ctx, sent.id)
  refuseMisfit(upload, sent)
  const body = readUploadBody(sent.request)
  await using mine = await claim(ctx, {
    id: sent.id,
    offset: sent.offset,
    hasMoved: body.hasMoved,
    stalled: sent.request.cut,
  })
  let { received_bytes: offset, segments } = upload
  while (offset < upload.size_bytes && (await body.hasMore())) {
    const block = await resumeBlockHash(ctx.files, { ...upload, received_bytes: offset, segments })
    const segment = await storeSegment(ctx, { id: upload.id, offset, block, body })
    segments = [...segments, segment]
    offset += segment.bytes
    await takeIn(ctx, { mine, block, segments, segment })
  }
  // Even one byte more than announced is too many.
  if (offset === upload.size_bytes && (await body.hasMore())) throw tooLarge()
  return offset
}

function refuseMisfit(upload: UploadRow, { offset, length = 0 }: SentBytes): void {
  if (upload.received_bytes !== offset) throw takenElsewhere()
  if (offset + length > upload.size_bytes) throw tooLarge()
  if (upload.segments.length <= upload.block_hashes.length + interruptionsMax) return
  throw new Refused('state_conflict', { details: { what: 'upload', state: 'in too many parts' } })
}

function tooLarge(): Refused {
  return new Refused('too_large', { details: { limit: 'file that was announced' } })
}

interface Storing {
  id: RenderUploadId
  offset: number
  block: BlockHash
  body: UploadBody
}

/** Stores the next bytes of a block as a segment with a unique name. */
async function storeSegment(
  ctx: UploadingCtx,
  { id, offset, block, body }: Storing,
): Promise<UploadSegment> {
  const name = `${offset}.${ctx.ids.secret()}`
  const key = fileKeys.upload(id) + name
  // The write ends with the client's bytes, or when the claim stalls: never by this signal.
  const { signal } = new AbortController()
  const coming = block.hashing(body.take(block.missingBytes))
  return { name, bytes: await ctx.files.put(key, coming, signal) }
}

interface TakingIn {
  mine: UploadClaim
  block: BlockHash
  /** All segments; the new one is the last. */
  segments: readonly UploadSegment[]
  segment: UploadSegment
}

async function takeIn(
  ctx: UploadingCtx,
  { mine, block, segments, segment }: TakingIn,
): Promise<void> {
  const folder = fileKeys.upload(mine.id)
  if (!block.isRight()) {
    const kept = segments.slice(0, block.firstSegment)
    await ctx.transact((tx) => keepSegments(tx, { ...mine, segments: kept }))
    for (const { name } of segments.slice(block.firstSegment)) await ctx.files.remove(folder + name)
    throw new Refused('upload_mismatch')
  }
  const expiresAt = new Date(ctx.clock.now().getTime() + renderUploadLifeS * 1_000)
  const isMine = await ctx.transact((tx) => addSegment(tx, { ...mine, segment, expiresAt }))
  if (isMine) return
  await ctx.files.remove(folder + segment.name)
  throw takenElsewhere()
}
