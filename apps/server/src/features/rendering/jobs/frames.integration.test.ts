import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keepEvents, keptEvents } from '../../../../test/business-events.ts'
import { type RenderJobsFixture, withRenderJobs } from '../../../../test/render-jobs.ts'
import { findFrame } from '../frames/frames-store.ts'
import { approveFrames } from './approve-frames.ts'
import { changeJob } from './change-job.ts'
import { listFrames, readOverview } from './list-frames.ts'
import { pauseJob } from './pause-job.ts'
import { readJob } from './read-job.ts'
import { rejectFrames } from './reject-frames.ts'
import { retryFrames } from './retry-frames.ts'

describe('the end of a job', () => {
  it('follows its last frame, releases the rest and notifies the owner once, by notice and email', async () => {
    await using farm = await withRenderJobs()
    await keepEvents(farm.system, ['render.completed'])
    const { taskId } = await farm.started()
    const chunk = await farm.give(taskId, [1, 2, 3, 4])
    for (const number of [1, 2, 3, 4]) await farm.accept(chunk, number)
    expect(await readJob(farm.renter, taskId)).toMatchObject({
      state: 'completed',
      activeStep: 4,
      stepCompleted: 4,
      reason: null,
      frames_done: 4,
      charged_micro_usd: 4_000,
      held_micro_usd: 0,
      finished_at: farm.clock.now().toISOString(),
    })
    expect(await noticesOf(farm)).toEqual([
      {
        level: 'info',
        text: 'spring.blend is complete: 4 frames for $0.004.',
        render_job_id: taskId,
      },
    ])
    expect(await emailsOf(farm)).toEqual(['spring.blend is complete'])
    const payload = { frames_done: 4, frames_failed: 0, charged_micro_usd: 4_000 }
    expect(await keptEvents(farm.db)).toMatchObject([{ subject: taskId, payload }])
    await farm.expectCleanLedger()
  })

  it('also follows when the rest has failed, and names those frames', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const chunk = await farm.give(taskId, [1, 2])
    await farm.accept(chunk, 1)
    await farm.fail(taskId, 3)
    await farm.fail(taskId, 4)
    expect((await readJob(farm.renter, taskId)).state).toBe('rendering')
    await farm.accept(chunk, 2)
    const text =
      'Frames 3, 4 failed on three different machines each. You were not charged for them.'
    expect(await readJob(farm.renter, taskId)).toMatchObject({
      state: 'completed',
      reason: { code: 'frames_failed', text },
      frames_failed: 2,
      charged_micro_usd: 2_000,
    })
    expect(await noticesOf(farm)).toMatchObject([
      { level: 'warning', text: `spring.blend is complete: 2 frames for $0.002. ${text}` },
    ])
  })

  it('names the first twenty failed frames of many', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({ frames: '1-30' })
    await sql`update render_frames set state = 'failed' where number > 1`.execute(farm.db)
    await sql`update render_jobs set frames_failed = 29`.execute(farm.db)
    await farm.accept(await farm.give(taskId, [1]), 1)
    const { reason } = await readJob(farm.renter, taskId)
    expect(reason?.text).toContain('20, 21 and 9 more failed on three different machines')
  })
})

describe('retrying', () => {
  it('requeues failed frames for every machine, and resumes a job that had ended', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({ frames: '1-3' })
    await farm.accept(await farm.give(taskId, [1]), 1)
    await farm.fail(taskId, 2)
    await farm.fail(taskId, 3)
    const again = await retryFrames(farm.renter, taskId, { frames: [1, 2, 77] })
    expect(again).toMatchObject({
      state: 'rendering',
      reason: null,
      frames_failed: 1,
      frames_done: 1,
      held_micro_usd: 999_000,
      finished_at: null,
    })
    expect(await farm.states(taskId)).toBe('1 done, 2 pending, 3 failed')
    expect(await findFrame(farm.db, taskId, 2)).toMatchObject({
      failed_machines: [],
      problem: null,
    })
    await farm.accept(await farm.give(taskId, [2]), 2)
    expect(await readJob(farm.renter, taskId)).toMatchObject({ state: 'completed' })
    expect((await noticesOf(farm)).length).toBe(2)
    expect(await retryFrames(farm.renter, taskId, {})).toMatchObject({ frames_failed: 0 })
    await farm.expectCleanLedger()
  })

  it('changes nothing if no frame failed', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({ frames: '1' })
    await farm.accept(await farm.give(taskId, [1]), 1)
    expect(await retryFrames(farm.renter, taskId, {})).toMatchObject({
      state: 'completed',
      held_micro_usd: 0,
    })
  })

  it('requeues the failed parts of a frame, but not those that are done', async () => {
    await using farm = await withRenderJobs()
    const split = { kind: 'tiles', columns: 3, rows: 1 } as const
    const { taskId } = await farm.started({ frames: '1', split })
    await sql`update render_frames set state = case part when 1 then 'done' else 'failed' end`.execute(
      farm.db,
    )
    await sql`update render_jobs set frames_failed = 1`.execute(farm.db)
    await retryFrames(farm.renter, taskId, {})
    expect(await farm.states(taskId)).toBe('1 assembling, 1.1 done, 1.2 pending, 1.3 pending')
  })

  it('is refused before the start, and without money for a job that had ended', async () => {
    await using farm = await withRenderJobs({ creditMicroUsd: 10_000 })
    const { taskId } = await farm.draft()
    expect(await codeOf(retryFrames(farm.renter, taskId, {}))).toBe('state_conflict')
    const ended = await farm.started({ frames: '1' }, { budget: 10_000 })
    await farm.fail(ended.taskId, 1)
    await farm.started({}, { budget: 10_000 })
    expect(await codeOf(retryFrames(farm.renter, ended.taskId, {}))).toBe('insufficient_funds')
    expect(await farm.states(ended.taskId)).toBe('1 failed')
    await changeJob(farm.renter, ended.taskId, { budget_micro_usd: 1 })
  })
})

describe('approving and rejecting', () => {
  it('stores the owner’s approval of done frames only', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    await farm.accept(await farm.give(taskId, [1]), 1)
    await approveFrames(farm.renter, taskId, { frames: [1, 2], held_micro_usd: 0 })
    const shown = await listFrames(farm.renter, taskId, { from: 1, limit: 2 })
    expect(shown.map(({ approval }) => approval)).toEqual(['approved', 'open'])
    expect(await readJob(farm.renter, taskId)).toMatchObject({ state: 'rendering', frames_done: 1 })
  })

  it('renders rejected frames again elsewhere, paid again, and the first picture stays paid', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({ frames: '1-2' })
    const chunk = await farm.give(taskId, [1, 2])
    await farm.accept(chunk, 1)
    await farm.accept(chunk, 2)
    const rejected = await rejectFrames(farm.renter, taskId, { frames: [2, 2, 9] })
    expect(rejected).toMatchObject({
      state: 'rendering',
      frames_done: 1,
      charged_micro_usd: 2_000,
      held_micro_usd: 998_000,
    })
    expect(await findFrame(farm.db, taskId, 2)).toMatchObject({
      state: 'pending',
      approval: 'rejected',
      failed_machines: [chunk.machine_id],
      problem: { code: 'rejected_by_owner' },
      checked: 'not_yet',
      sha256: 'a'.repeat(64),
    })
    await farm.accept(await farm.give(taskId, [2]), 2)
    const [frame] = await listFrames(farm.renter, taskId, { from: 2, limit: 1 })
    expect(frame).toMatchObject({ state: 'done', charged_micro_usd: 2_000 })
    expect(await readJob(farm.renter, taskId)).toMatchObject({
      state: 'completed',
      charged_micro_usd: 3_000,
    })
    await farm.expectCleanLedger()
  })

  it('rejects a frame once in concurrent calls', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    await farm.accept(await farm.give(taskId, [1]), 1)
    await Promise.all(
      Array.from({ length: 5 }, () => rejectFrames(farm.renter, taskId, { frames: [1] })),
    )
    expect(await readJob(farm.renter, taskId)).toMatchObject({ frames_done: 0 })
  })

  it('keeps a paused job paused', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    await farm.accept(await farm.give(taskId, [1]), 1)
    await pauseJob(farm.renter, taskId)
    const rejected = await rejectFrames(farm.renter, taskId, { frames: [1] })
    expect(rejected).toMatchObject({ state: 'paused', frames_done: 0 })
  })

  it('requeues all tiles of a rejected frame, each excluded from its machine', async () => {
    await using farm = await withRenderJobs()
    const split = { kind: 'tiles', columns: 2, rows: 1 } as const
    const { taskId } = await farm.started({ frames: '1-2', split })
    await sql`update render_frames set state = 'done', machine_id = 'm' || part where number = 1`.execute(
      farm.db,
    )
    await sql`update render_jobs set frames_done = 1`.execute(farm.db)
    await rejectFrames(farm.renter, taskId, { frames: [1] })
    expect(await farm.states(taskId)).toContain('1 assembling, 1.1 pending, 1.2 pending')
    const { rows } = await sql<{ failed_machines: string[] }>`
      select failed_machines from render_frames where number = 1 and part > 0 order by part`.execute(
      farm.db,
    )
    expect(rows.map(({ failed_machines }) => failed_machines)).toEqual([['m1'], ['m2']])
  })
})

describe('the overview of frames', () => {
  it('has runs of equal state in order of number, which cover all frames', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({ frames: '1-10,20-40x10' })
    await sql`update render_frames set state = 'done' where number in (1, 2, 3, 20)`.execute(
      farm.db,
    )
    await sql`update render_frames set state = 'failed' where number = 5`.execute(farm.db)
    expect(await readOverview(farm.renter, taskId)).toEqual([
      { from: 1, count: 3, state: 'done' },
      { from: 4, count: 1, state: 'pending' },
      { from: 5, count: 1, state: 'failed' },
      { from: 6, count: 5, state: 'pending' },
      { from: 20, count: 1, state: 'done' },
      { from: 30, count: 2, state: 'pending' },
    ])
    const failed = await listFrames(farm.renter, taskId, { from: -5, limit: 9, state: 'failed' })
    expect(failed.map(({ number }) => number)).toEqual([5])
  })

  it('is empty for a draft, and leaves out parts', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.draft()
    expect(await readOverview(farm.renter, taskId)).toEqual([])
    const split = { kind: 'tiles', columns: 2, rows: 2 } as const
    const tiled = await farm.started({ split })
    expect(await readOverview(farm.renter, tiled.taskId)).toEqual([
      { from: 1, count: 4, state: 'assembling' },
    ])
  })
})

async function noticesOf({ db }: RenderJobsFixture) {
  const { rows } =
    await sql`select level, text, render_job_id from notices order by at, key`.execute(db)
  return rows
}

async function emailsOf({ db }: RenderJobsFixture): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select subject from outgoing_mails`.execute(db)
  return rows.map(({ subject }) => subject)
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'good'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}
