import type { RenderJob, RenderJobState } from '@gridloom/contract/rendering/job'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Ctx } from '../../ctx.ts'
import { barText } from '../../output/bar.ts'
import { shortId } from '../../output/format.ts'
import { createFrameSaver } from './save-frames.ts'

/** A job after it was followed, and the files that were saved of it. */
export interface FollowedJob {
  job: RenderJob
  files: readonly string[]
}

interface Following {
  /** The folder to save frames in as they finish; undefined saves none. */
  out?: string | undefined
  /** `tested`: until its test frame is there or has failed. */
  until: 'tested' | 'ended'
}

const underWay: Readonly<Record<Following['until'], readonly RenderJobState[]>> = {
  tested: ['testing'],
  ended: ['draft', 'testing', 'tested', 'rendering', 'paused'],
}

/**
 * Follows a job until it has ended, printing its progress and saving frames as they finish. Ctrl-C leaves it running.
 * Frames that finished while the connection was lost are saved once it is back. Stops at a job that waits for its
 * owner.
 */
export async function watchRenderJob(
  ctx: Ctx,
  first: RenderJob,
  following: Following,
): Promise<FollowedJob> {
  const { out, until } = following
  const saver = out === undefined ? undefined : createFrameSaver(ctx, first, out)
  let job = first
  let mayHaveMissed = true
  const stream = ctx.client.rendering.follow({
    params: { id: first.taskId },
    signal: ctx.signal,
    onState: (state) => {
      if (state === 'open') mayHaveMissed = true
      else ctx.output.progress('Connection lost. Reconnecting…')
    },
  })
  try {
    for await (const event of stream) {
      if (mayHaveMissed) await saver?.saveAll()
      mayHaveMissed = false
      if (event.event === 'frames') await saver?.save(event.data)
      if (event.event === 'job') job = event.data
      ctx.output.progress(jobProgress(job))
      if (!underWay[until].includes(job.state) || waitsForOwner(job)) break
    }
    ctx.signal.throwIfAborted()
    await saver?.saveAll()
    return { job, files: saver?.files ?? [] }
  } catch (error) {
    if (ctx.signal.aborted) noteLeaving(ctx, job, out)
    throw error
  }
}

/**
 * Whether only frames remain that no machine could check: their owner accepts or rejects them, so waiting is no use.
 */
export function waitsForOwner({ reason }: Pick<RenderJob, 'reason'>): boolean {
  return reason?.code === 'frames_held'
}

function noteLeaving(ctx: Ctx, { taskId }: RenderJob, out = './frames'): void {
  const id = shortId(taskId)
  ctx.output.note(
    `The job continues in the background. Reattach: gridloom renders watch ${id} --out ${out}\n` +
      `Cancel it: gridloom renders cancel ${id}`,
  )
}

/** One line: `[██░░] 12 % · 6/50 frames · 2 machines · $0.12 of $2.00 · 4 min left`. */
export function jobProgress(job: RenderJob): string {
  if (job.state === 'testing') return `Rendering test frame ${job.test_frame ?? ''}…`
  const { frames_done: done, frames_failed: failed, frames_total: total } = job
  return [
    barText(done, total),
    `${done}/${total} frames`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    `${job.machines_now} ${job.machines_now === 1 ? 'machine' : 'machines'}`,
    `${formatUsd(job.charged_micro_usd)} of ${formatUsd(job.budget_micro_usd)}`,
    ...(job.eta_s === null ? [] : [`${formatDuration(job.eta_s)} left`]),
    ...(job.reason === null ? [] : [job.reason.text]),
  ].join(' · ')
}
