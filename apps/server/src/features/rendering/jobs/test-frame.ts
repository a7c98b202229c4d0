import { usualTestBudgetMicroUsd } from '@gridloom/contract/core/constants'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { middleFrame } from '@gridloom/domain/rendering/frame-list'
import { assertJobMove } from '@gridloom/domain/rendering/job-states'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { deleteStale, findFrame, insertFrames } from '../frames/frames-store.ts'
import { updateJob } from '../frames/jobs-store.ts'
import { holdBudget } from '../frames/money.ts'
import { moveJob } from '../frames/moves-store.ts'
import { lockOwnedJob } from '../frames/owned-job.ts'
import { publishJob, publishWork } from '../frames/publish-job.ts'
import type { JobRow } from '../schema.ts'
import { beginningOf, type JobStart } from './begin.ts'
import { showJob } from './show-jobs.ts'

interface TestAsked {
  /** Defaults to the middle of the list. */
  frame?: number | undefined
  /** The most that the test may cost; the rest is released. */
  budget_micro_usd?: MicroUsd | undefined
}

/**
 * Renders one frame as the job would, with a small amount on hold. A frame that is already done stays, and the job
 * remains tested. @throws Refused `not_found`, `state_conflict`, `scene_broken`, `invalid_input`, `insufficient_funds`,
 * `key_budget_exceeded`, `forbidden`
 */
export async function testFrame(
  ctx: RenderingCtx,
  id: RenderJobId,
  asked: TestAsked,
): Promise<RenderJob> {
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    assertJobMove(job.state, 'testing')
    const beginning = await beginningOf(tx, job)
    const number = testedNumber(beginning, asked.frame)
    await deleteStale(tx, { jobId: id, numbers: beginning.numbers })
    if ((await findFrame(tx.db, id, number)) !== undefined) return keepTested(tx, job, number)
    return begin(ctx, tx, { job, number, beginning, budget: asked.budget_micro_usd })
  })
  return showJob(ctx, row)
}

function testedNumber({ numbers }: JobStart, asked: number | undefined): number {
  const number = asked ?? middleFrame(numbers)
  if (number !== undefined && numbers.includes(number)) return number
  const fields = { frame: 'is not among the frames of the job' }
  throw new Refused('invalid_input', { fields })
}

async function keepTested(tx: Tx, job: JobRow, number: number): Promise<JobRow> {
  const change = { test_frame: number, reason: null }
  const kept =
    job.state === 'tested'
      ? await updateJob(tx, job.id, change)
      : await moveJob(tx, job, 'tested', change)
  await publishJob(tx, kept)
  return kept
}

interface Begun {
  job: JobRow
  number: number
  beginning: JobStart
  budget: MicroUsd | undefined
}

async function begin(
  ctx: RenderingCtx,
  tx: Tx,
  { job, number, beginning, budget = usualTestBudgetMicroUsd }: Begun,
): Promise<JobRow> {
  const at = ctx.clock.now()
  await insertFrames(tx, { jobId: job.id, numbers: [number], parts: beginning.parts, at })
  await holdBudget(ctx, tx, job, job.charged_micro_usd + budget)
  const testing = await moveJob(tx, job, 'testing', {
    reason: null,
    test_frame: number,
    frames_failed: 0,
  })
  await publishJob(tx, testing)
  await publishWork(tx)
  return testing
}
