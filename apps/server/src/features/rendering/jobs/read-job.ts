import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import type { Ctx } from '../../../platform/ctx.ts'
import { ownedJob } from '../frames/owned-job.ts'
import { sceneOf } from '../frames/scene-of.ts'
import { sceneView } from '../uploads/views.ts'
import { showJob } from './show-jobs.ts'

/** Returns one job of the caller. @throws Refused `not_found` */
export async function readJob(ctx: Ctx, id: RenderJobId): Promise<RenderJob> {
  return showJob(ctx, await ownedJob(ctx, id))
}

/** Returns one job of the caller with its scene. @throws Refused `not_found` */
export async function readJobWithScene(
  ctx: Ctx,
  id: RenderJobId,
): Promise<{ job: RenderJob; scene: RenderScene }> {
  const row = await ownedJob(ctx, id)
  return { job: await showJob(ctx, row), scene: sceneView(await sceneOf(ctx.db, row)) }
}
