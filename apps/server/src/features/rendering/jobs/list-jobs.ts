import type { RenderJob } from '@gridloom/contract/rendering/job'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { listOwnedJobs } from '../frames/jobs-store.ts'
import { showJobs } from './show-jobs.ts'

interface JobsAsked {
  /** `true`: only running jobs; `false`: only ended ones; all by default. */
  open?: boolean | undefined
  page: number
  page_size: number
}

/** Returns a page of the caller's jobs, newest first, and their total number. */
export async function listJobs(
  ctx: Ctx,
  { open, page, page_size: limit }: JobsAsked,
): Promise<{ jobs: RenderJob[]; total: number }> {
  const { accountId } = accountOf(ctx)
  const offset = (page - 1) * limit
  const { rows, total } = await listOwnedJobs(ctx.db, {
    accountId,
    which: whichOf(open),
    limit,
    offset,
  })
  return { jobs: await showJobs(ctx, rows), total }
}

function whichOf(open: boolean | undefined): 'open' | 'ended' | 'all' {
  if (open === undefined) return 'all'
  return open ? 'open' : 'ended'
}
