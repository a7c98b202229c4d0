import type { RenderSceneId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { countFrames } from '@gridloom/domain/rendering/frame-list'
import { settingsOf } from '@gridloom/domain/rendering/settings'
import { accountOf, actingKeyId, type Ctx, userOf } from '../../../platform/ctx.ts'
import { countOfDay } from '../../accounts/index.ts'
import { labelOrder } from '../../budgets/index.ts'
import { lockQuota } from '../../companies/index.ts'
import { insertJob } from '../frames/jobs-store.ts'
import { publishJob } from '../frames/publish-job.ts'
import { keepScene } from '../frames/scene-of.ts'
import { jobQuota, openJobQuota } from './job-quotas.ts'
import { showJob } from './show-jobs.ts'

/**
 * Creates a draft for a scene, with the settings of its file.
 * @throws Refused `not_found`, `project_archived`, `limit_reached`, `daily_limit_reached`
 */
export async function createJob(
  ctx: Ctx,
  { scene_id: sceneId, project }: { scene_id: RenderSceneId; project?: string | undefined },
): Promise<RenderJob> {
  const { accountId } = accountOf(ctx)
  const row = await ctx.transact(async (tx) => {
    await lockQuota(tx, accountId, openJobQuota, jobQuota)
    await countOfDay(ctx, tx, 'render jobs')
    const scene = await keepScene(tx, { account_id: accountId, scene_id: sceneId })
    const settings = settingsOf(scene.contents)
    const row = await insertJob(tx, {
      id: ctx.ids.mint('renderJob'),
      account_id: accountId,
      scene_id: sceneId,
      placed_by: userOf(ctx),
      api_key_id: actingKeyId(ctx),
      state: 'draft',
      settings: JSON.stringify(settings),
      frames_total: countFrames(settings.frames, settings.step),
      created_at: ctx.clock.now(),
    })
    await labelOrder(ctx, tx, { purpose: row.id, project })
    tx.note({ subject: row.id })
    await publishJob(tx, row)
    return row
  })
  return showJob(ctx, row)
}
