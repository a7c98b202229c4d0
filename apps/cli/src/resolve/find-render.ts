import { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

const jobsMax = 100

/** Finds a render job by its file name or part of its id, among the newest hundred. */
export async function findRender(ctx: Ctx, wanted: string): Promise<RenderJob> {
  if (RenderJobId.safeParse(wanted).success) {
    const { job } = await ctx.client.rendering.read({ params: { id: wanted }, signal: ctx.signal })
    return job
  }
  const { jobs } = await ctx.client.rendering.list({
    query: { page: 1, page_size: jobsMax },
    signal: ctx.signal,
  })
  const named = jobs.map((job) => ({ id: job.taskId, name: job.fileName, job }))
  return chooseOne(named, wanted, 'render job').job
}
