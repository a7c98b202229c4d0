import type { RenderUploadId } from '@gridloom/contract/core/ids'
import type { RenderUpload } from '@gridloom/contract/rendering/scene'
import type { UploadingCtx } from './ctx.ts'
import { findOwnUpload } from './find-own-upload.ts'
import { uploadView } from './views.ts'

/** Returns the progress of an upload. @throws Refused `not_found` */
export async function readUpload(ctx: UploadingCtx, id: RenderUploadId): Promise<RenderUpload> {
  return uploadView(await findOwnUpload(ctx, id))
}
