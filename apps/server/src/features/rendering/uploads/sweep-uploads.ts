import type { UploadingCtx } from './ctx.ts'
import { deleteSceneFile } from './delete-scene-file.ts'
import { discardUpload } from './discard-upload.ts'
import { scenesToDelete } from './scenes-store.ts'
import { expiredUploads } from './uploads-store.ts'

/** Deletes expired uploads, and leftover files of removed scenes. */
export async function sweepUploads(ctx: UploadingCtx): Promise<void> {
  for (const id of await expiredUploads(ctx.db, ctx.clock.now())) await discardUpload(ctx, id)
  for (const id of await scenesToDelete(ctx.db)) await deleteSceneFile(ctx, id)
}
