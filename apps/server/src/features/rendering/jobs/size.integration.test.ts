import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type RenderJobsFixture, withRenderJobs } from '../../../../test/render-jobs.ts'
import { cancelJob } from './cancel-job.ts'
import { listChunks } from './list-chunks.ts'
import { listFrames, readOverview } from './list-frames.ts'
import { listJobs } from './list-jobs.ts'
import { readJob } from './read-job.ts'
import { startJob } from './start-job.ts'

const frames = 100_000

it('stays fast with 100,000 frames: start, overview, pages and cancel', {
  timeout: 60_000,
}, async () => {
  await using farm = await withRenderJobs()
  const { taskId } = await farm.draft({ frames: `1-${frames}` })
  const startMs = await msOf(() => startJob(farm.renter, taskId, { budget_micro_usd: 1_000_000 }))
  await halfDone(farm)
  const ms = {
    overview: await usualMs(() => readOverview(farm.renter, taskId)),
    firstPage: await usualMs(() => listFrames(farm.renter, taskId, { from: 1, limit: 1_000 })),
    lastPage: await usualMs(() => listFrames(farm.renter, taskId, { from: 99_001, limit: 1_000 })),
    job: await usualMs(() => readJob(farm.renter, taskId)),
    jobs: await usualMs(() => listJobs(farm.renter, { page: 1, page_size: 50 })),
    chunks: await usualMs(() => listChunks(farm.renter, taskId, { page: 1, page_size: 50 })),
  }
  const cancelMs = await msOf(() => cancelJob(farm.renter, taskId))
  // Generous limits, as other tests run beside this one: alone it takes 35 ms for the overview and 10 ms for a page.
  for (const [what, took] of Object.entries(ms)) expect(took, what).toBeLessThan(1_000)
  expect(startMs).toBeLessThan(20_000)
  expect(cancelMs).toBeLessThan(20_000)
  const runs = await readOverview(farm.renter, taskId)
  expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(frames)
})

/** Completes half of the frames, with a failure here and there, as in a running job. */
async function halfDone({ db }: RenderJobsFixture): Promise<void> {
  await sql`update render_frames set state = case when number % 997 = 0 then 'failed' else 'done' end
    where number <= ${frames / 2}`.execute(db)
  await sql`analyze render_frames`.execute(db)
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Returns the median time of five runs. */
async function usualMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 5; at += 1) times.push(await msOf(work))
  return times.sort((one, other) => one - other)[2] ?? Number.NaN
}
