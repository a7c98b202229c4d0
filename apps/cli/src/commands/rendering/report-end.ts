import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Ctx } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { shortId } from '../../output/format.ts'
import { type FollowedJob, waitsForOwner } from './watch-render-job.ts'

/** Reports the state of a job when its command ends, and which files were saved. @throws FailedError */
export async function reportEnd(ctx: Ctx, followed: FollowedJob): Promise<void> {
  await ctx.output.result(followed, () => endText(followed))
  const { job } = followed
  if (job.state === 'cancelled') throw new FailedError('The job was cancelled.')
  if (job.state === 'completed' && job.frames_failed > 0)
    throw new FailedError(
      `${job.frames_failed} frames failed. Retry them: gridloom renders retry ${shortId(job.taskId)}`,
    )
}

function endText({ job, files }: FollowedJob): string {
  const id = shortId(job.taskId)
  const saved = files.length === 0 ? '' : ` Saved ${files.length}.`
  if (waitsForOwner(job))
    return `${job.reason?.text ?? ''}\nAccept them: gridloom renders accept ${id}\nOr: gridloom renders reject ${id} --frames 1,2`
  if (job.state !== 'completed' && job.state !== 'cancelled')
    return `${job.taskId} is ${job.state}. Follow it: gridloom renders watch ${id}`
  const cost = formatUsdExact(job.charged_micro_usd)
  const frames = `${job.frames_done} of ${job.frames_total} frames`
  const take =
    files.length === 0 && job.frames_done > 0 ? ` Download: gridloom renders download ${id}` : ''
  return `${job.fileName}: ${frames} for ${cost}.${saved}${take}`
}
