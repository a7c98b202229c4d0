import { usualTestBudgetMicroUsd } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import { RenderJob } from '@gridloom/contract/rendering/job'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type RenderJobsFixture, withRenderJobs } from '../../../../test/render-jobs.ts'
import { fileKeys } from '../file-keys.ts'
import { cancelJob } from './cancel-job.ts'
import { changeJob } from './change-job.ts'
import { createJob } from './create-job.ts'
import { listFrames } from './list-frames.ts'
import { pauseJob } from './pause-job.ts'
import { readJob, readJobWithScene } from './read-job.ts'
import { removeJob, sweepRemovedJobs } from './remove-job.ts'
import { resumeJob } from './resume-job.ts'
import { startJob } from './start-job.ts'
import { testFrame } from './test-frame.ts'

describe('a draft', () => {
  it('has the settings of its file, as its owner sees it', async () => {
    await using farm = await withRenderJobs()
    const job = await createJob(farm.renter, { scene_id: await farm.scene() })
    expect(RenderJob.parse(job)).toMatchObject({
      fileName: 'spring.blend',
      state: 'draft',
      activeStep: 1,
      stepCompleted: 1,
      frames_total: 10,
      settings: { frames: '1-10', camera: 'Camera', width: 64, format: 'png' },
      estimate: null,
      held_micro_usd: 0,
      eta_s: null,
    })
    const read = await readJobWithScene(farm.renter, job.taskId)
    expect(read.job).toEqual(job)
    expect(read.scene).toMatchObject({ file_name: 'spring.blend', jobs: 1 })
    expect(await farm.published()).toContain(`render ${job.taskId}`)
  })

  it('requires a scene of the caller that was not removed', async () => {
    await using farm = await withRenderJobs()
    const scene_id = await farm.scene()
    const stranger = await farm.account()
    expect(await codeOf(createJob(stranger, { scene_id }))).toBe('not_found')
    await sql`update render_scenes set removed_at = now()`.execute(farm.db)
    expect(await codeOf(createJob(farm.renter, { scene_id }))).toBe('not_found')
  })

  it('is refused beyond 200 open ones, also when they are created concurrently', async () => {
    await using farm = await withRenderJobs()
    const { taskId, scene_id } = await farm.draft()
    await sql`insert into render_jobs (id, account_id, scene_id, state, settings, created_at)
      select id || n, account_id, scene_id, 'draft', settings, created_at
      from render_jobs, generate_series(1, 197) n where id = ${taskId}`.execute(farm.db)
    const made = Array.from({ length: 5 }, () => codeOf(createJob(farm.renter, { scene_id })))
    expect((await Promise.all(made)).sort()).toEqual([
      'good',
      'good',
      'limit_reached',
      'limit_reached',
      'limit_reached',
    ])
  })

  it('reports invalid settings by field, and stays unchanged', async () => {
    await using farm = await withRenderJobs()
    const { taskId, settings } = await farm.draft()
    const change = { settings: { ...settings, frames: '9-1', scene: 'Other' } }
    await expect(changeJob(farm.renter, taskId, change)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: {
        'settings.frames': 'The range 9-1 is reversed. Put the lower frame first: 1-9.',
        'settings.scene': 'This scene is not in the file',
      },
    })
    expect((await readJob(farm.renter, taskId)).settings).toEqual(settings)
  })

  it('updates its number of frames with each change', async () => {
    await using farm = await withRenderJobs()
    const { taskId, settings } = await farm.draft()
    const changed = await changeJob(farm.renter, taskId, {
      settings: { ...settings, frames: '1-100,120', step: 5 },
      priority: 80,
      budget_micro_usd: 500,
    })
    expect(changed).toMatchObject({ frames_total: 21, priority: 80, budget_micro_usd: 500 })
    expect(changed.held_micro_usd).toBe(0)
  })
})

describe('a test frame', () => {
  it('holds a small amount and queues one frame, the middle one', async () => {
    await using farm = await withRenderJobs()
    const job = await farm.testing()
    expect(job).toMatchObject({
      state: 'testing',
      activeStep: 2,
      test_frame: 2,
      held_micro_usd: usualTestBudgetMicroUsd,
      budget_micro_usd: usualTestBudgetMicroUsd,
    })
    expect(await farm.states(job.taskId)).toBe('2 pending')
  })

  it('is paid, releases the rest, and provides an estimate', async () => {
    await using farm = await withRenderJobs()
    const job = await farm.tested()
    expect(job).toMatchObject({
      state: 'tested',
      stepCompleted: 3,
      frames_done: 1,
      charged_micro_usd: 1_000,
      held_micro_usd: 0,
    })
    expect(job.estimate).toMatchObject({
      frames: 4,
      reference_s_per_frame: 1,
      micro_usd_per_frame: 1_000,
      expected_micro_usd: 4_000,
      machines: 1,
      wall_s: 3,
    })
    await farm.expectCleanLedger()
  })

  it('can be any frame of the list with a given budget, but not another one', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.draft()
    const asked = { frame: 4, budget_micro_usd: 7 }
    const codes = [
      await codeOf(testFrame(farm.renter, taskId, { frame: 5 })),
      await codeOf(testFrame(farm.renter, taskId, asked)),
      await codeOf(testFrame(farm.renter, taskId, asked)),
    ]
    expect(codes).toEqual(['invalid_input', 'good', 'state_conflict'])
    expect(await farm.money(taskId)).toMatchObject({ heldMicroUsd: 7 })
  })

  it('counts as done later, is not rendered twice, and its price is part of the budget', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.tested()
    expect(await codeOf(testFrame(farm.renter, taskId, { frame: 2 }))).toBe('good')
    const started = await startJob(farm.renter, taskId, { budget_micro_usd: 50_000 })
    expect(started).toMatchObject({
      frames_done: 1,
      frames_total: 4,
      budget_micro_usd: 50_000,
      charged_micro_usd: 1_000,
      held_micro_usd: 49_000,
    })
    expect(await farm.states(taskId)).toBe('1 pending, 2 done, 3 pending, 4 pending')
  })

  it('is deleted with its files if new settings change the picture, and stays otherwise', async () => {
    await using farm = await withRenderJobs()
    const { taskId, settings } = await farm.tested()
    const key = fileKeys.picture(taskId, { number: 2, part: 0, sha256: 'a'.repeat(64) })
    await farm.files.put(key, [new Uint8Array(4)], farm.system.signal)
    const more = { ...settings, frames: '1-9' }
    expect(await changeJob(farm.renter, taskId, { settings: more })).toMatchObject({
      state: 'tested',
      frames_done: 1,
      frames_total: 9,
    })
    expect(await farm.files.size(key)).toBe(4)
    const other = { ...more, samples: 99 }
    expect(await changeJob(farm.renter, taskId, { settings: other })).toMatchObject({
      state: 'draft',
      frames_done: 0,
      test_frame: null,
      estimate: null,
      charged_micro_usd: 1_000,
    })
    expect(await farm.states(taskId)).toBe('')
    expect(await farm.files.size(key)).toBeUndefined()
  })

  it('at which three machines fail leaves a draft with the reason, and costs nothing', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.testing()
    await farm.fail(taskId, 2)
    expect(await readJob(farm.renter, taskId)).toMatchObject({
      state: 'draft',
      reason: {
        code: 'test_failed',
        text: 'The test frame failed. The scene needs more memory.',
      },
      frames_failed: 0,
      charged_micro_usd: 0,
      held_micro_usd: 0,
    })
    expect(await codeOf(testFrame(farm.renter, taskId, {}))).toBe('good')
  })

  it('that is cancelled leaves a draft, and stops its chunk', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.testing()
    const chunk = await farm.give(taskId, [2], { committedMicroUsd: 1_000 })
    expect(await cancelJob(farm.renter, taskId)).toMatchObject({
      state: 'draft',
      reason: { code: 'cancelled_by_owner' },
      held_micro_usd: 0,
    })
    expect(await farm.states(taskId)).toBe('')
    expect(await stateOf(farm, chunk.id)).toBe('stopped')
    expect(await farm.row(taskId)).toMatchObject({ committed_micro_usd: 0 })
  })

  it('is refused without a camera, with that reason', async () => {
    await using farm = await withRenderJobs()
    const scene_id = await farm.scene({ camera: null })
    const { taskId } = await createJob(farm.renter, { scene_id })
    const refused = testFrame(farm.renter, taskId, {})
    await expect(refused).rejects.toMatchObject({ code: 'scene_broken' })
    await expect(refused).rejects.toThrow('the scene has no camera')
  })
})

describe('starting a job', () => {
  it('holds the whole budget and queues all frames, once in concurrent calls', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.draft()
    const starts = Array.from({ length: 6 }, () =>
      codeOf(startJob(farm.renter, taskId, { budget_micro_usd: 2_000_000 })),
    )
    const codes = await Promise.all(starts)
    expect(codes.filter((code) => code === 'good')).toEqual(['good'])
    expect(new Set(codes)).toEqual(new Set(['good', 'state_conflict']))
    expect(await farm.money(taskId)).toEqual({ heldMicroUsd: 2_000_000, chargedMicroUsd: 0 })
    expect(await farm.states(taskId)).toBe('1 pending, 2 pending, 3 pending, 4 pending')
    expect(await farm.published()).toContain(`render ${taskId}`)
  })

  it('is refused without the money, and then holds and writes nothing', async () => {
    await using farm = await withRenderJobs({ creditMicroUsd: 5_000 })
    const { taskId } = await farm.draft()
    await expect(startJob(farm.renter, taskId, { budget_micro_usd: 5_001 })).rejects.toMatchObject({
      code: 'insufficient_funds',
      details: { need_micro_usd: 5_001, have_micro_usd: 5_000 },
    })
    expect(await farm.states(taskId)).toBe('')
    expect(await readJob(farm.renter, taskId)).toMatchObject({ state: 'draft', held_micro_usd: 0 })
  })

  it('is refused with a budget below the cost of the test', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.tested()
    await expect(startJob(farm.renter, taskId, { budget_micro_usd: 999 })).rejects.toMatchObject({
      code: 'budget_too_small',
      details: { budget: '$0.000999', used: '$0.001' },
    })
  })

  it('splits each frame into tiles or sample ranges', async () => {
    await using farm = await withRenderJobs()
    const tiles = { kind: 'tiles', columns: 2, rows: 1 } as const
    const tiled = await farm.started({ frames: '7', split: tiles })
    expect(await farm.states(tiled.taskId)).toBe('7 assembling, 7.1 pending, 7.2 pending')
    const { rows } = await sql<{ extent: unknown }>`
      select extent from render_frames where job_id = ${tiled.taskId} and part > 0 order by part`.execute(
      farm.db,
    )
    expect(rows.map(({ extent }) => extent)).toEqual([
      { region: { x: 0, y: 0, width: 32, height: 36 }, sample_range: null },
      { region: { x: 32, y: 0, width: 32, height: 36 }, sample_range: null },
    ])
    const samples = { kind: 'samples', ranges: 3 } as const
    const ranged = await farm.started({ frames: '1-2', split: samples })
    expect(await farm.states(ranged.taskId)).toBe(
      '1 assembling, 1.1 pending, 1.2 pending, 1.3 pending, 2 assembling, 2.1 pending, 2.2 pending, 2.3 pending',
    )
  })

  it('completes the job at once if its test was the only frame', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.tested({ frames: '2' })
    const started = await startJob(farm.renter, taskId, { budget_micro_usd: 10_000 })
    expect(started).toMatchObject({ state: 'completed', frames_done: 1, held_micro_usd: 0 })
  })
})

describe('pausing and resuming a job', () => {
  it('gives out no new frames, lets machines finish their current ones, and keeps the hold', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const machineId = await farm.machine()
    farm.agents.connections.add(machineId)
    const chunk = await farm.give(taskId, [1, 2], { machineId })
    const paused = await pauseJob(farm.renter, taskId)
    expect(paused).toMatchObject({
      state: 'paused',
      reason: { code: 'paused_by_owner' },
      held_micro_usd: 1_000_000,
    })
    expect(farm.agents.called).toMatchObject([{ machineId, body: { mode: 'after_piece' } }])
    expect(await farm.accept(chunk, 1)).toBe(1_000)
    expect(await pauseJob(farm.renter, taskId)).toMatchObject({ state: 'paused', frames_done: 1 })
    const resumed = await resumeJob(farm.renter, taskId)
    expect(resumed).toMatchObject({ state: 'rendering', reason: null, held_micro_usd: 999_000 })
    expect(await resumeJob(farm.renter, taskId)).toMatchObject({ state: 'rendering' })
  })

  it('completes a paused job with the last frame that was being rendered', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({ frames: '1' })
    const chunk = await farm.give(taskId, [1])
    await pauseJob(farm.renter, taskId)
    await farm.accept(chunk, 1)
    expect(await readJob(farm.renter, taskId)).toMatchObject({ state: 'completed' })
  })

  it('is refused for a draft', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.draft()
    expect(await codeOf(pauseJob(farm.renter, taskId))).toBe('state_conflict')
    expect(await codeOf(resumeJob(farm.renter, taskId))).toBe('state_conflict')
  })
})

describe('cancelling a job', () => {
  it('keeps done frames, pays nothing else, releases the rest and stops the machine', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const machineId = await farm.machine()
    farm.agents.connections.add(machineId)
    const chunk = await farm.give(taskId, [1, 2], { machineId, committedMicroUsd: 9_000 })
    await farm.accept(chunk, 1)
    const cancelled = await cancelJob(farm.renter, taskId)
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      reason: { code: 'cancelled_by_owner' },
      frames_done: 1,
      charged_micro_usd: 1_000,
      held_micro_usd: 0,
      machines_now: 0,
    })
    expect(await farm.states(taskId)).toBe('1 done, 2 cancelled, 3 cancelled, 4 cancelled')
    expect(await stateOf(farm, chunk.id)).toBe('stopped')
    expect(farm.agents.called).toMatchObject([{ machineId, body: { mode: 'now' } }])
    expect(await farm.row(taskId)).toMatchObject({ committed_micro_usd: 0 })
    expect(await cancelJob(farm.renter, taskId)).toMatchObject({ state: 'cancelled' })
    await farm.expectCleanLedger()
  })

  it('is refused for a draft', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.draft()
    expect(await codeOf(cancelJob(farm.renter, taskId))).toBe('state_conflict')
  })

  it('closes its open checks', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    await sql`insert into render_checks (id, job_id, number, machine_id, region, outcome, created_at)
      values ('c', ${taskId}, 1, 'm', '{}', 'pending', now())`.execute(farm.db)
    await cancelJob(farm.renter, taskId)
    const { rows } = await sql`select outcome from render_checks`.execute(farm.db)
    expect(rows).toEqual([{ outcome: 'undecided' }])
  })
})

describe('deleting a job', () => {
  it('removes the job and its pictures, and keeps its ledger entries', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.tested()
    const key = fileKeys.picture(taskId, { number: 2, part: 0, sha256: 'a'.repeat(64) })
    await farm.files.put(key, [new Uint8Array(4)], farm.system.signal)
    await removeJob(farm.renter, taskId)
    expect(await codeOf(readJob(farm.renter, taskId))).toBe('not_found')
    expect(await codeOf(removeJob(farm.renter, taskId))).toBe('not_found')
    expect(await farm.files.size(key)).toBeUndefined()
    expect(await farm.states(taskId)).toBe('')
    await farm.expectCleanLedger()
  })

  it('is refused while it is running', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    expect(await codeOf(removeJob(farm.renter, taskId))).toBe('state_conflict')
  })

  it('retries the files later if the store was unavailable', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.tested()
    const key = fileKeys.log(taskId, farm.system.ids.mint('renderChunk'))
    await farm.files.put(key, [new Uint8Array(4)], farm.system.signal)
    const away = { ...farm.files, removeAll: () => Promise.reject(new Error('away')) }
    await removeJob({ ...farm.renter, files: away }, taskId)
    expect(await farm.files.size(key)).toBe(4)
    await sweepRemovedJobs(farm.system)
    expect(await farm.files.size(key)).toBeUndefined()
    expect((await farm.row(taskId)).files_gone_at).not.toBeNull()
  })
})

it('shows the frame that a machine is rendering, and its progress', async () => {
  await using farm = await withRenderJobs()
  const { taskId } = await farm.started()
  const chunk = await farm.give(taskId, [1, 2])
  const activity = { text: 'Frame 2, sample 8 of 16', frame: 2, percent: 50 }
  await sql`update render_chunks set activity = ${JSON.stringify(activity)}::jsonb`.execute(farm.db)
  const frames = await listFrames(farm.renter, taskId, { from: 2, limit: 2 })
  expect(frames).toMatchObject([
    { number: 2, state: 'rendering', percent: 50, machine_id: chunk.machine_id },
    { number: 3, state: 'pending', percent: null, machine_id: null },
  ])
  expect(await readJob(farm.renter, taskId)).toMatchObject({ frames_rendering: 2, machines_now: 1 })
})

async function stateOf({ db }: RenderJobsFixture, chunkId: string): Promise<unknown> {
  const { rows } = await sql<{ state: string }>`
    select state from render_chunks where id = ${chunkId}`.execute(db)
  return rows[0]?.state
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
