import { renderUploadLifeS } from '@gridloom/contract/core/constants'
import type { RenderUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { UploadRequest } from '../../../platform/http/routes.ts'
import { fileKeys } from '../file-keys.ts'
import type { Stretch, UploadRow } from '../schema.ts'
import { type Body, readBody } from './body.ts'
import { type Claim, claim, takenElsewhere } from './claim.ts'
import type { UploadingCtx } from './ctx.ts'
import { findOwnUpload } from './find-own-upload.ts'
import { hashBegun, type PieceHash } from './piece-hash.ts'
import { addStretch, keepStretches } from './uploads-store.ts'

/** What a PATCH of the tus protocol brings. */
export interface Sent {
  id: RenderUploadId
  /** Where its bytes belong. */
  offset: number
  /** As announced; `undefined` when the sender does not know. */
  length: number | undefined
  request: Pick<UploadRequest, 'bytes' | 'cut'>
}

/** Uploads that are interrupted more often than this, beside one stretch for each piece, are begun anew. */
const interruptionsMax = 5_000

/**
 * Takes bytes of an upload in, from its offset on. They go to the store of files in stretches that end with their piece
 * or with the connection, so that whatever breaks costs one piece at most and any replica can go on. A piece that is
 * whole must have the hash that was announced; one that has not is forgotten from its beginning.
 * @returns the offset that it is at now
 * @throws Refused `not_found`, `state_conflict`, `too_large`, `upload_mismatch`
 */
export async function sendUpload(ctx: UploadingCtx, sent: Sent): Promise<number> {
  const upload = await findOwnUpload(ctx, sent.id)
  refuseMisfit(upload, sent)
  const body = readBody(sent.request)
  await using mine = await claim(ctx, {
    id: sent.id,
    offset: sent.offset,
    hasMoved: body.hasMoved,
    stalled: sent.request.cut,
  })
  let { received_bytes: offset, stretches } = upload
  while (offset < upload.size_bytes && (await body.hasMore())) {
    const piece = await hashBegun(ctx.files, { ...upload, received_bytes: offset, stretches })
    const stretch = await storeStretch(ctx, { id: upload.id, offset, piece, body })
    stretches = [...stretches, stretch]
    offset += stretch.bytes
    await takeIn(ctx, { mine, piece, stretches, stretch })
  }
  // One more byte than announced is too many.
  if (offset === upload.size_bytes && (await body.hasMore())) throw tooLarge()
  return offset
}

function refuseMisfit(upload: UploadRow, { offset, length = 0 }: Sent): void {
  if (upload.received_bytes !== offset) throw takenElsewhere()
  if (offset + length > upload.size_bytes) throw tooLarge()
  if (upload.stretches.length <= upload.piece_hashes.length + interruptionsMax) return
  throw new Refused('state_conflict', { details: { what: 'upload', state: 'in too many parts' } })
}

function tooLarge(): Refused {
  return new Refused('too_large', { details: { limit: 'file that was announced' } })
}

interface Storing {
  id: RenderUploadId
  offset: number
  piece: PieceHash
  body: Body
}

/** Writes what comes of the piece under a name of its own. */
async function storeStretch(
  ctx: UploadingCtx,
  { id, offset, piece, body }: Storing,
): Promise<Stretch> {
  const name = `${offset}.${ctx.ids.secret()}`
  const key = fileKeys.upload(id) + name
  // It ends with its caller's bytes, or with the watch over the claim: never by this signal.
  const { signal } = new AbortController()
  const coming = piece.hashing(body.take(piece.missingBytes))
  return { name, bytes: await ctx.files.put(key, coming, signal) }
}

interface TakingIn {
  mine: Claim
  piece: PieceHash
  /** All, the new one the last. */
  stretches: readonly Stretch[]
  stretch: Stretch
}

async function takeIn(
  ctx: UploadingCtx,
  { mine, piece, stretches, stretch }: TakingIn,
): Promise<void> {
  const folder = fileKeys.upload(mine.id)
  if (!piece.isRight()) {
    const kept = stretches.slice(0, piece.firstStretch)
    await ctx.transact((tx) => keepStretches(tx, { ...mine, stretches: kept }))
    for (const { name } of stretches.slice(piece.firstStretch))
      await ctx.files.remove(folder + name)
    throw new Refused('upload_mismatch')
  }
  const expiresAt = new Date(ctx.clock.now().getTime() + renderUploadLifeS * 1_000)
  const isMine = await ctx.transact((tx) => addStretch(tx, { ...mine, stretch, expiresAt }))
  if (isMine) return
  await ctx.files.remove(folder + stretch.name)
  throw takenElsewhere()
}
