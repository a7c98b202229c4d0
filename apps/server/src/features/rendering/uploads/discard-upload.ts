import type { RenderUploadId } from '@gridloom/contract/core/ids'
import { fileKeys } from '../file-keys.ts'
import type { UploadingCtx } from './ctx.ts'
import { deleteUpload } from './uploads-store.ts'

/** Deletes an expired upload: its files first, so that the next sweep finds it again after a failure. */
export async function discardUpload(ctx: UploadingCtx, id: RenderUploadId): Promise<void> {
  await ctx.files.removeAll(fileKeys.upload(id))
  await ctx.transact((tx) => deleteUpload(tx, id))
}
