import type { MediaUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { MediaUpload } from '@gridloom/contract/media/media'
import { accountOf } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import type { MediaCtx } from '../ctx.ts'
import { fileKeys } from '../files/file-keys.ts'
import type { MediaUploadRow } from '../schema.ts'
import { deleteUpload, findUpload } from './uploads-store.ts'

export function uploadView(row: MediaUploadRow): MediaUpload {
  return {
    id: row.id,
    file_name: row.file_name,
    size_bytes: row.size_bytes,
    received_bytes: row.received_bytes,
    expires_at: row.expires_at.toISOString(),
  }
}

/** Returns the caller's upload. @throws Refused `forbidden`, `not_found`, also for an expired one */
export async function findOwnUpload(ctx: MediaCtx, id: MediaUploadId): Promise<MediaUploadRow> {
  operatorOf(ctx)
  const { accountId } = accountOf(ctx)
  const upload = await findUpload(ctx.db, { id, accountId, now: ctx.clock.now() })
  if (upload === undefined) throw new Refused('not_found', { details: { what: 'upload' } })
  return upload
}

/** Cancels an upload. @throws Refused `forbidden`, `not_found` */
export async function cancelUpload(ctx: MediaCtx, id: MediaUploadId): Promise<void> {
  await findOwnUpload(ctx, id)
  await discardUpload(ctx, id)
}

/** Deletes an upload with its files: these first, so that the next sweep finds it again after a failure. */
export async function discardUpload(ctx: MediaCtx, id: MediaUploadId): Promise<void> {
  await ctx.files.removeAll(fileKeys.upload(id))
  await ctx.transact((tx) => deleteUpload(tx, id))
}
