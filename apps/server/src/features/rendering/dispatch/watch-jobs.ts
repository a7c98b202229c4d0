import type { RenderReasonCode } from '@gridloom/contract/rendering/job'
import type { Tx } from '../../../platform/ctx.ts'
import { publishNotice } from '../../notices/index.ts'
import type { RenderingCtx } from '../ctx.ts'
import { lockJob, updateJob } from '../frames/jobs-store.ts'
import { moveJob } from '../frames/moves-store.ts'
import { publishJob } from '../frames/publish-job.ts'
import { sceneFileName } from '../frames/scene-of.ts'
import type { JobRow } from '../schema.ts'
import { failingText, idleJobState } from './waiting-reason.ts'
import {
  hasFrameFor,
  listOpenJobs,
  listRenderingMachines,
  type OpenJob,
  type RenderingMachine,
} from './waiting-store.ts'

/**
 * Reviews the open jobs that no machine renders: marks those without a suitable machine as waiting, and clears the mark
 * of the others; pauses those whose money does not cover one more frame, and those whose frames all fail.
 */
export async function watchJobs(ctx: RenderingCtx): Promise<void> {
  const jobs = await listOpenJobs(ctx.db)
  if (jobs.length === 0) return
  const machines = await listRenderingMachines(ctx.db)
  for (const job of jobs)
    await look(ctx, job, machines).catch((error: unknown) =>
      // @NOTE the next run retries.
      ctx.log.error(
        { event: 'job.check_failed', err: error, job: job.id },
        'a job could not be looked at',
      ),
    )
}

async function look(
  ctx: RenderingCtx,
  job: OpenJob,
  machines: readonly RenderingMachine[],
): Promise<void> {
  if (job.is_out) return clearWait(ctx, job)
  if (!job.has_pending) return job.held > 0 ? waitForOwner(ctx, job) : clearWait(ctx, job)
  const idle = idleJobState(job, machines)
  switch (idle.kind) {
    case 'no_machine':
      return wait(ctx, job, idle.text)
    case 'budget_used':
      return job.state === 'testing' ? undefined : pause(ctx, job, 'budget_used')
    case 'hopeless':
      return pause(ctx, job, 'frames_failed')
    case 'going': {
      const ids = idle.machines.map(({ machine_id }) => machine_id)
      if (await hasFrameFor(ctx.db, job.id, ids)) return clearWait(ctx, job)
      return wait(ctx, job, failingText)
    }
  }
}

async function wait(ctx: RenderingCtx, { id, reason }: OpenJob, text: string): Promise<void> {
  if (reason?.code === 'no_machine' && reason.text === text) return
  await change(ctx, id, async (tx, job) => {
    const waiting = { reason: JSON.stringify({ code: 'no_machine', text }) }
    await publishJob(tx, await updateJob(tx, job.id, waiting))
  })
}

/** Notifies the owner of a job of which only unchecked pictures are left, once for each hold. */
async function waitForOwner(ctx: RenderingCtx, { id, held, reason }: OpenJob): Promise<void> {
  const pictures = held === 1 ? 'One picture needs' : `${held} pictures need`
  const text = `${pictures} your decision: no other machine could check ${held === 1 ? 'it' : 'them'}. Review the previews and accept or reject them. You pay only for accepted pictures.`
  if (reason?.code === 'frames_held' && reason.text === text) return
  await change(ctx, id, async (tx, job) => {
    const waiting = { reason: JSON.stringify({ code: 'frames_held', text }) }
    await publishJob(tx, await updateJob(tx, job.id, waiting))
    const name = await sceneFileName(tx.db, job)
    await publishNotice(ctx, tx, {
      accountId: job.account_id,
      notice: {
        key: `render-held:${job.id}:${job.hold_number}`,
        level: 'info',
        text: `${name}: ${text}`,
        render_job_id: job.id,
      },
      mail: { kind: 'render_news', subject: `${name} needs your decision` },
    })
  })
}

const waits: ReadonlySet<RenderReasonCode> = new Set(['no_machine', 'frames_held'])

async function clearWait(ctx: RenderingCtx, { id, reason }: OpenJob): Promise<void> {
  if (reason === null || !waits.has(reason.code)) return
  await change(ctx, id, async (tx, job) => {
    if (job.reason !== null && waits.has(job.reason.code))
      await publishJob(tx, await updateJob(tx, job.id, { reason: null }))
  })
}

const pauseTexts = {
  budget_used:
    'The remaining budget is too low for another frame. Raise the budget to continue. You are not charged meanwhile.',
  frames_failed:
    'Every frame so far failed on three machines, so the rest was not tried. See the logs for the reason.',
} as const satisfies Partial<Record<RenderReasonCode, string>>

async function pause(
  ctx: RenderingCtx,
  { id }: OpenJob,
  code: keyof typeof pauseTexts,
): Promise<void> {
  const text = pauseTexts[code]
  await change(ctx, id, async (tx, job) => {
    if (job.state !== 'rendering') return
    const reason = JSON.stringify({ code, text })
    const paused = await moveJob(tx, job, 'paused', { reason })
    await publishJob(tx, paused)
    const name = await sceneFileName(tx.db, job)
    await publishNotice(ctx, tx, {
      accountId: job.account_id,
      notice: {
        // Each raise of the budget creates another hold, after which the job may pause, and notify, again.
        key: `render-paused:${job.id}:${code}:${job.hold_number}`,
        level: 'warning',
        text: `${name} is paused. ${text}`,
        render_job_id: job.id,
      },
      mail: { kind: 'render_news', subject: `${name} is paused` },
    })
  })
}

/** Changes a job if it is still under way. */
function change(
  ctx: RenderingCtx,
  id: OpenJob['id'],
  work: (tx: Tx, job: JobRow) => Promise<void>,
): Promise<void> {
  return ctx.transact(async (tx) => {
    const job = await lockJob(tx, id)
    if (job.state === 'testing' || job.state === 'rendering') await work(tx, job)
  })
}
