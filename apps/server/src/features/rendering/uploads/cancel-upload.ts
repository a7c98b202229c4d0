import type { RenderUploadId } from '@gridloom/contract/core/ids'
import type { UploadingCtx } from './ctx.ts'
import { discardUpload } from './discard-upload.ts'
import { findOwnUpload } from './find-own-upload.ts'
import { expireUpload } from './uploads-store.ts'

/** Cancels an upload, even while it is being sent. @throws Refused `not_found` */
export async function cancelUpload(ctx: UploadingCtx, id: RenderUploadId): Promise<void> {
  const upload = await findOwnUpload(ctx, id)
  await ctx.transact((tx) => expireUpload(tx, { id: upload.id, now: ctx.clock.now() }))
  await discardUpload(ctx, upload.id)
}
