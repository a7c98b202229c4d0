import { createHash } from 'node:crypto'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import type { BodyOf, ResponseOf } from '@gridloom/contract/core/endpoint'
import type { AccountId, MediaId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { media } from '@gridloom/contract/media/endpoints'
import { type MediaUpload, mediaBytesMax } from '@gridloom/contract/media/media'
import { accountOf, type Tx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import type { MediaCtx } from '../ctx.ts'
import { fileKeys } from '../files/file-keys.ts'
import { publishMedia } from '../publish-media-change.ts'
import type { MediaRow, MediaUploadRow } from '../schema.ts'
import { lockContent, retryContent } from '../stores/contents-store.ts'
import { lockMedium, updateMedium } from '../stores/media-store.ts'
import { operatorViewOf } from '../views/media-view.ts'
import { uploadView } from './upload-view.ts'
import {
  countUploads,
  deleteUpload,
  insertUpload,
  renewUpload,
  uploadOfContent,
} from './uploads-store.ts'

type Announced = BodyOf<typeof media.startUpload>

export const uploadLifeMs = 24 * 60 * 60 * 1_000
const uploadsMax = 50

/**
 * Announces the file of a medium by the hashes of its blocks. Known bytes are not sent or encoded again.
 * @throws Refused `forbidden`, `not_found`, `state_conflict` for a medium without a file, `invalid_input`, `too_large`,
 * `media_encoder_missing`, `limit_reached`, `storage_full`
 */
export async function startUpload(
  ctx: MediaCtx,
  id: MediaId,
  announced: Announced,
): Promise<ResponseOf<typeof media.startUpload>> {
  operatorOf(ctx)
  const { accountId } = accountOf(ctx)
  await ctx.files.reserve.demand()
  const contentHash = createHash('sha256').update(announced.block_hashes.join('')).digest('hex')
  const found = await ctx.transact(async (tx) => {
    const medium = await lockMedium(tx, id)
    refuseMisfit(ctx, medium, announced)
    if (await attachKnown(tx, { medium, contentHash, announced })) return undefined
    return uploadFor(ctx, tx, { id, accountId, contentHash, announced })
  })
  if (found === undefined) return { kind: 'held', media: await operatorViewOf(ctx, id) }
  if (found.stale !== undefined) await ctx.files.removeAll(fileKeys.upload(found.stale.id))
  return { kind: 'upload', upload: found.upload }
}

function refuseMisfit(ctx: MediaCtx, { kind }: MediaRow, announced: Announced): void {
  if (kind !== 'video' && kind !== 'picture')
    throw new Refused('state_conflict', { details: { what: 'media', state: `a ${kind}` } })
  if (kind === 'video' && ctx.mediaEncoder === undefined) throw new Refused('media_encoder_missing')
  const bytesMax = kind === 'video' ? ctx.mediaVideoBytesMax : mediaBytesMax.picture
  if (announced.size_bytes > bytesMax)
    throw new Refused('too_large', {
      details: { limit: `${Math.floor(bytesMax / 1024 ** 2)} MiB` },
    })
  const count = Math.ceil(announced.size_bytes / hashBlockBytes)
  if (announced.block_hashes.length === count) return
  const fields = { block_hashes: `A file of this size has ${count} blocks.` }
  throw new Refused('invalid_input', { fields })
}

/** Gives a medium the content that has these bytes; one that failed is encoded again. */
async function attachKnown(
  tx: Tx,
  {
    medium,
    contentHash,
    announced,
  }: { medium: MediaRow; contentHash: string; announced: Announced },
): Promise<boolean> {
  const content = await lockContent(tx, contentHash)
  if (content === undefined || content.kind !== medium.kind) return false
  await retryContent(tx, content.id)
  await updateMedium(tx, medium.id, { content_id: content.id, file_name: announced.file_name })
  await publishMedia(tx, medium.id)
  return true
}

interface Wanted {
  id: MediaId
  accountId: AccountId
  contentHash: string
  announced: Announced
}

async function uploadFor(
  ctx: MediaCtx,
  tx: Tx,
  { id, accountId, contentHash, announced }: Wanted,
): Promise<{ upload: MediaUpload; stale?: MediaUploadRow }> {
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + uploadLifeMs)
  const before = await uploadOfContent(tx, { mediaId: id, contentHash })
  const isSame =
    before?.size_bytes === announced.size_bytes &&
    before.account_id === accountId &&
    before.expires_at > now
  if (isSame) return { upload: uploadView(await renewUpload(tx, { id: before.id, expiresAt })) }
  if (before !== undefined) await deleteUpload(tx, before.id)
  if ((await countUploads(tx)) >= uploadsMax)
    throw new Refused('limit_reached', { details: { max: uploadsMax, what: 'uploads' } })
  const upload = await insertUpload(tx, {
    ...{ id: ctx.ids.mint('mediaUpload'), media_id: id, account_id: accountId },
    ...{ file_name: announced.file_name, content_hash: contentHash },
    ...{ block_hashes: JSON.stringify(announced.block_hashes), size_bytes: announced.size_bytes },
    ...{ created_at: now, expires_at: expiresAt },
  })
  return { upload: uploadView(upload), ...(before === undefined ? {} : { stale: before }) }
}
