import type { RenderJob, RenderJobState } from '@gridloom/contract/rendering/job'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Ctx } from '../../ctx.ts'
import { barText } from '../../output/bar.ts'
import { formatDuration, shortId } from '../../output/format.ts'
import { createFrameSaver } from './save-frames.ts'

/** A job that was followed, and which files were saved of it. */
export interface Followed {
  job: RenderJob
  files: readonly string[]
}

interface Following {
  /** Where frames are saved as they are done; nowhere unless given. */
  out?: string | undefined
  /** `tested`: until its test frame is there, or is not to be had. */
  until: 'tested' | 'ended'
}

const underWay: Readonly<Record<Following['until'], readonly RenderJobState[]>> = {
  tested: ['testing'],
  ended: ['draft', 'testing', 'tested', 'rendering', 'paused'],
}

/**
 * Follows a job until it has ended, showing how far it is and saving frames as they come. Ctrl-C leaves it running.
 * Frames that came while the line was broken are saved when it is back. A job that waits for its owner's word is left.
 */
export async function watchRenderJob(
  ctx: Ctx,
  first: RenderJob,
  following: Following,
): Promise<Followed> {
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

/** Nothing is left of it but frames that no machine could check: they are accepted or rejected, not waited for. */
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
