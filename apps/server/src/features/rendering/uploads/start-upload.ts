import { createHash } from 'node:crypto'
import { hashBlockBytes, limits, renderUploadLifeS } from '@gridloom/contract/core/constants'
import type { BodyOf, ResponseOf } from '@gridloom/contract/core/endpoint'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { rendering } from '@gridloom/contract/rendering/endpoints'
import { accountOf, type Tx } from '../../../platform/ctx.ts'
import { countOfDay } from '../../accounts/index.ts'
import { lockQuota } from '../../companies/index.ts'
import { fileKeys } from '../file-keys.ts'
import type { UploadRow } from '../schema.ts'
import type { UploadingCtx } from './ctx.ts'
import { sceneQuota, sceneStoreQuota } from './scene-quotas.ts'
import { sceneOfContent } from './scenes-store.ts'
import { deleteUpload, insertUpload, renewUpload, uploadOfContent } from './uploads-store.ts'
import { sceneView, uploadView } from './views.ts'

type Announced = BodyOf<typeof rendering.startUpload>

const giB = 1024 ** 3

/**
 * Announces a scene by the hashes of its blocks. Known content is not sent again: returns the account's scene with this
 * content if there is one, otherwise its upload, resumed where the last one broke off.
 * @throws Refused `invalid_input`, `too_large`, `limit_reached`, `daily_limit_reached`
 */
export async function startUpload(
  ctx: UploadingCtx,
  announced: Announced,
): Promise<ResponseOf<typeof rendering.startUpload>> {
  const { accountId } = accountOf(ctx)
  refuseMisfit(announced)
  const contentHash = contentHashOf(announced.block_hashes)
  const found = await ctx.transact(async (tx) => {
    // Announcements are serialised, so that a content gets one upload.
    await lockQuota(tx, accountId)
    const scene = await sceneOfContent(tx.db, accountId, contentHash)
    if (scene !== undefined) return { scene }
    return uploadFor(ctx, tx, { accountId, contentHash, announced })
  })
  if ('scene' in found) return { kind: 'held', scene: sceneView(found.scene) }
  if (found.stale !== undefined) await ctx.files.removeAll(fileKeys.upload(found.stale.id))
  return { kind: 'upload', upload: uploadView(found.upload) }
}

/** Returns the hash of a content: the SHA-256 of the joined hexadecimal hashes of its blocks. */
function contentHashOf(blockHashes: readonly string[]): string {
  return createHash('sha256').update(blockHashes.join('')).digest('hex')
}

function refuseMisfit({ size_bytes, block_hashes }: Announced): void {
  if (size_bytes > limits.sceneBytes)
    throw new Refused('too_large', { details: { limit: `${limits.sceneBytes / giB} GiB` } })
  const count = Math.ceil(size_bytes / hashBlockBytes)
  if (block_hashes.length === count) return
  const fields = { block_hashes: `A file of this size has ${count} blocks.` }
  throw new Refused('invalid_input', { fields })
}

interface Wanted {
  accountId: AccountId
  contentHash: string
  announced: Announced
}

/** `stale`: an expired upload of this content, or one announced with another size, which was replaced. */
async function uploadFor(
  ctx: UploadingCtx,
  tx: Tx,
  wanted: Wanted,
): Promise<{ upload: UploadRow; stale?: UploadRow }> {
  const { accountId, contentHash, announced } = wanted
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + renderUploadLifeS * 1_000)
  const fileName = baseNameOf(announced.file_name)
  const before = await uploadOfContent(tx, accountId, contentHash)
  const isSame = before?.size_bytes === announced.size_bytes && before.expires_at > now
  if (isSame) return { upload: await renewUpload(tx, { id: before.id, fileName, expiresAt }) }
  if (before !== undefined) await deleteUpload(tx, before.id)
  const added = announced.size_bytes / giB
  await lockQuota(tx, accountId, sceneQuota, { quota: sceneStoreQuota, added })
  await countOfDay(ctx, tx, 'scenes')
  const upload = await insertUpload(tx, {
    id: ctx.ids.mint('renderUpload'),
    account_id: accountId,
    file_name: fileName,
    content_hash: contentHash,
    block_hashes: JSON.stringify(announced.block_hashes),
    size_bytes: announced.size_bytes,
    created_at: now,
    expires_at: expiresAt,
  })
  return { upload, ...(before === undefined ? {} : { stale: before }) }
}

/** Returns the name without the folders that some systems include, and without control characters. */
function baseNameOf(fileName: string): string {
  const printable = fileName.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
  return printable.replace(/^.*[/\\]/, '').trim() || 'scene.blend'
}
