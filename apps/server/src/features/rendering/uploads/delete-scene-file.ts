import type { RenderSceneId } from '@gridloom/contract/core/ids'
import { fileKeys } from '../file-keys.ts'
import type { UploadingCtx } from './ctx.ts'
import { markFileGone } from './scenes-store.ts'

/** Deletes the file of a removed scene, and records that. */
export async function deleteSceneFile(ctx: UploadingCtx, id: RenderSceneId): Promise<void> {
  await ctx.files.remove(fileKeys.scene(id))
  await ctx.transact((tx) => markFileGone(tx, id, ctx.clock.now()))
}
