import type { RenderSceneId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf } from '../../../platform/ctx.ts'
import type { UploadingCtx } from './ctx.ts'
import { deleteSceneFile } from './delete-scene-file.ts'
import { jobUnderWay, lockScene, markSceneRemoved } from './scenes-store.ts'

/**
 * Removes a scene from its account and deletes its file; its jobs keep their pictures and receipts.
 * @throws Refused `not_found`, `state_conflict` while a job of it is running
 */
export async function removeScene(ctx: UploadingCtx, id: RenderSceneId): Promise<void> {
  const { accountId } = accountOf(ctx)
  await ctx.transact(async (tx) => {
    const scene = await lockScene(tx, accountId, id)
    if (scene === undefined) throw new Refused('not_found', { details: { what: 'scene' } })
    if ((await jobUnderWay(tx, id)) !== undefined)
      throw new Refused('state_conflict', { details: { what: 'scene', state: 'being rendered' } })
    await markSceneRemoved(tx, id, ctx.clock.now())
  })
  await deleteSceneFile(ctx, id)
}
