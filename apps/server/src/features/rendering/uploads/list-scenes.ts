import type { RenderScene } from '@gridloom/contract/rendering/scene'
import { accountOf } from '../../../platform/ctx.ts'
import type { UploadingCtx } from './ctx.ts'
import { countedScenes } from './scenes-store.ts'
import { sceneView } from './views.ts'

/** Lists the scenes of the caller's account, newest first. */
export async function listScenes(ctx: UploadingCtx): Promise<RenderScene[]> {
  const { accountId } = accountOf(ctx)
  return (await countedScenes(ctx.db, accountId)).map(sceneView)
}
