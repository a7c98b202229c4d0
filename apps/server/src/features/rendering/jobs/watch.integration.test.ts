import type { RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type RenderJobsFixture, withRenderJobs } from '../../../../test/render-jobs.ts'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { approveFrames } from './approve-frames.ts'
import { cancelJob } from './cancel-job.ts'
import { changeJob } from './change-job.ts'
import { followJob } from './follow-job.ts'
import { listChecks } from './list-checks.ts'
import { listChunks } from './list-chunks.ts'
import { listFrames, readOverview } from './list-frames.ts'
import { listJobs } from './list-jobs.ts'
import { pauseJob } from './pause-job.ts'
import { readChunkLog } from './read-chunk-log.ts'
import { readJob, readJobWithScene } from './read-job.ts'
import { readReceipt } from './read-receipt.ts'
import { rejectFrames } from './reject-frames.ts'
import { removeJob } from './remove-job.ts'
import { resumeJob } from './resume-job.ts'
import { retryFrames } from './retry-frames.ts'
import { startJob } from './start-job.ts'
import { testFrame } from './test-frame.ts'

const page = { page: 1, page_size: 50 }

describe('a job of another account', () => {
  it('is not found by any verb, and does not change', async () => {
    await using farm = await withRenderJobs()
    const { taskId: id, settings } = await farm.started()
    const chunk = await farm.give(id, [1])
    const before = await farm.row(id)
    const stranger = await farm.account()
    const verbs: Record<string, (ctx: RenderingCtx) => Promise<unknown>> = {
      readJob: (ctx) => readJob(ctx, id),
      readJobWithScene: (ctx) => readJobWithScene(ctx, id),
      changeJob: (ctx) => changeJob(ctx, id, { settings, priority: 1, budget_micro_usd: 1 }),
      removeJob: (ctx) => removeJob(ctx, id),
      testFrame: (ctx) => testFrame(ctx, id, {}),
      startJob: (ctx) => startJob(ctx, id, { budget_micro_usd: 1 }),
      pauseJob: (ctx) => pauseJob(ctx, id),
      resumeJob: (ctx) => resumeJob(ctx, id),
      cancelJob: (ctx) => cancelJob(ctx, id),
      retryFrames: (ctx) => retryFrames(ctx, id, {}),
      approveFrames: (ctx) => approveFrames(ctx, id, { frames: [1], held_micro_usd: 0 }),
      rejectFrames: (ctx) => rejectFrames(ctx, id, { frames: [1] }),
      listFrames: (ctx) => listFrames(ctx, id, { from: 0, limit: 1 }),
      readOverview: (ctx) => readOverview(ctx, id),
      listChunks: (ctx) => listChunks(ctx, id, page),
      readChunkLog: (ctx) => readChunkLog(ctx, { id, chunk: chunk.id }),
      listChecks: (ctx) => listChecks(ctx, id),
      readReceipt: (ctx) => readReceipt(ctx, id, page),
      followJob: (ctx) => followJob(ctx, id),
    }
    const codes = await Promise.all(Object.values(verbs).map((verb) => codeOf(verb(stranger))))
    expect(Object.keys(verbs).filter((_, at) => codes[at] !== 'not_found')).toEqual([])
    expect(await farm.row(id)).toEqual(before)
    expect(await listJobs(stranger, page)).toEqual({ jobs: [], total: 0 })
  })
})

describe('the list of jobs', () => {
  it('is newest first, paged, and can be filtered by open or ended', async () => {
    await using farm = await withRenderJobs()
    const made: RenderJobId[] = []
    for (let at = 0; at < 3; at += 1) {
      await farm.clock.advance(1_000)
      made.push((await farm.started()).taskId)
    }
    const [oldest, middle, newest] = made
    if (middle !== undefined) await cancelJob(farm.renter, middle)
    const idsOf = async (asked: Parameters<typeof listJobs>[1]) => {
      const { jobs, total } = await listJobs(farm.renter, asked)
      return [total, ...jobs.map(({ taskId }) => taskId)]
    }
    expect(await idsOf(page)).toEqual([3, newest, middle, oldest])
    expect(await idsOf({ page: 2, page_size: 2 })).toEqual([3, oldest])
    expect(await idsOf({ ...page, open: true })).toEqual([2, newest, oldest])
    expect(await idsOf({ ...page, open: false })).toEqual([1, middle])
  })
})

describe('the chunks of a job', () => {
  it('are listed newest first with machine names, without specs and leases', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const first = await farm.give(taskId, [1, 2], { machineId: await farm.machine('attic') })
    await farm.clock.advance(1_000)
    const second = await farm.give(taskId, [3], { machineId: await farm.machine('cellar') })
    await sql`update render_chunks set state = 'failed', problem = '{"code": "timed_out", "text": "Too long."}',
      ended_at = started_at where id = ${first.id}`.execute(farm.db)
    const { chunks, total } = await listChunks(farm.renter, taskId, page)
    expect(total).toBe(2)
    expect(chunks).toMatchObject([
      { id: second.id, machine_name: 'cellar', state: 'leased', frames: [3], activity: null },
      {
        id: first.id,
        machine_name: 'attic',
        state: 'failed',
        problem: { code: 'timed_out' },
        ended_at: first.started_at.toISOString(),
      },
    ])
    expect(JSON.stringify(chunks)).not.toMatch(/lease_|spec|committed/)
  })

  it('have a log if there is one: only its end if it is long', async () => {
    await using farm = await withRenderJobs()
    const { taskId: id } = await farm.started()
    const { id: chunk } = await farm.give(id, [1])
    expect(await codeOf(readChunkLog(farm.renter, { id, chunk }))).toBe('not_found')
    await sql`update render_chunks set has_log = true`.execute(farm.db)
    expect(await codeOf(readChunkLog(farm.renter, { id, chunk }))).toBe('not_found')
    const write = (text: string) =>
      farm.files.put(fileKeys.log(id, chunk), [new TextEncoder().encode(text)], farm.system.signal)
    await write('Fra:1 Mem:12M\nSaved\n')
    expect(await readChunkLog(farm.renter, { id, chunk })).toEqual({
      text: 'Fra:1 Mem:12M\nSaved\n',
      truncated: false,
    })
    await write(`begin${'x'.repeat(300_000)}end`)
    const long = await readChunkLog(farm.renter, { id, chunk })
    expect(long.truncated).toBe(true)
    expect(long.text.endsWith('xend')).toBe(true)
    expect(long.text.length).toBe(256 * 1024)
  })

  it('have checks, newest first, that do not name the checking machine', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    await sql`insert into render_checks (id, job_id, number, machine_id, checker_machine_id, region, outcome,
      psnr_db, differing_percent, created_at, decided_at) values
      ('rck_1', ${taskId}, 1, 'checked', 'checker', '{"x":0,"y":0,"width":8,"height":8}', 'different', 31.5, 12,
        now(), '2026-01-01T00:00:05Z'),
      ('rck_2', ${taskId}, 2, 'checked', null, '{"x":1,"y":1,"width":8,"height":8}', 'pending', null, null,
        now() + interval '1 s', null)`.execute(farm.db)
    const checks = await listChecks(farm.renter, taskId)
    expect(checks).toMatchObject([
      { id: 'rck_2', frame: 2, outcome: 'pending', psnr_db: null },
      {
        id: 'rck_1',
        frame: 1,
        outcome: 'different',
        psnr_db: 31.5,
        at: '2026-01-01T00:00:05.000Z',
      },
    ])
    expect(JSON.stringify(checks)).not.toContain('checker')
  })
})

describe('following a job', () => {
  it('streams the current state, then changed frames and chunks in batches', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    await using watch = await aWatch(farm, taskId)
    expect(await watch.next()).toMatchObject({ event: 'job', data: { state: 'rendering' } })
    const chunk = await farm.give(taskId, [1, 2])
    const coming = watch.next()
    farm.changes.publish({ topic: 'render_frame', subject: `${taskId}:1` })
    expect(await coming).toMatchObject({
      event: 'frames',
      data: [{ number: 1, state: 'rendering' }],
    })
    expect(await watch.next()).toMatchObject({ event: 'job', data: { frames_rendering: 2 } })
    farm.changes.publish({ topic: 'render_frame', subject: `${taskId}:3` })
    farm.changes.publish({ topic: 'render_frame', subject: `${taskId}:2` })
    farm.changes.publish({ topic: 'render_chunk', subject: `${taskId}:${chunk.id}` })
    farm.changes.publish({ topic: 'render_frame', subject: `${taskId}:2` })
    const next = watch.next()
    // The stream begins its wait before time passes.
    await farm.clock.advance(0)
    await farm.clock.advance(250)
    expect(await next).toMatchObject({ event: 'frames', data: [{ number: 2 }, { number: 3 }] })
    expect(await watch.next()).toMatchObject({ event: 'chunk', data: { id: chunk.id } })
    expect(await watch.next()).toMatchObject({ event: 'job' })
  })

  it('ignores other jobs, other topics and unknown frames', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const other = await farm.started()
    await using watch = await aWatch(farm, taskId)
    await watch.next()
    const coming = watch.next()
    farm.changes.publish({ topic: 'render', subject: other.taskId })
    farm.changes.publish({ topic: 'notice', subject: taskId })
    farm.changes.publish({ topic: 'render_frame', subject: `${taskId}:x` })
    farm.changes.publish({ topic: 'render_chunk', subject: `${taskId}:nothing` })
    await farm.clock.advance(250)
    expect(await coming).toMatchObject({ event: 'job', data: { taskId } })
  })

  it('ends when the job is deleted, and with the session', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.draft()
    await using watch = await aWatch(farm, taskId)
    await watch.next()
    await removeJob(farm.renter, taskId)
    const coming = watch.next()
    farm.changes.publish({ topic: 'render', subject: taskId })
    expect(await coming).toBeUndefined()
    const { taskId: kept } = await farm.draft()
    await using ended = await aWatch(farm, kept)
    await ended.next()
    const last = ended.next()
    ended.end()
    expect(await last).toBeUndefined()
    expect(farm.changes.listening()).toBe(0)
  })
})

/** Follows a job as one session does. */
async function aWatch(farm: RenderJobsFixture, id: RenderJobId) {
  const session = new AbortController()
  const events = await followJob({ ...farm.renter, signal: session.signal }, id)
  const iterator = events[Symbol.asyncIterator]()
  return {
    async next() {
      const { done, value } = await iterator.next()
      return done === true ? undefined : value
    },
    end: () => session.abort(),
    async [Symbol.asyncDispose]() {
      session.abort()
    },
  }
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
