import type { RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { isJobUnderWay } from '@gridloom/domain/rendering/job-states'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type RenderJobsFixture, withRenderJobs } from '../../../../test/render-jobs.ts'
import { finishJobIfDone } from '../frames/finish-job.ts'
import { findFrame } from '../frames/frames-store.ts'
import { addToJob, lockJob } from '../frames/jobs-store.ts'
import { chargeFrame, settleCommitted } from '../frames/money.ts'
import type { ChunkRow } from '../schema.ts'
import { cancelJob } from './cancel-job.ts'
import { changeJob } from './change-job.ts'
import { pauseJob } from './pause-job.ts'
import { rejectFrames } from './reject-frames.ts'
import { resumeJob } from './resume-job.ts'
import { retryFrames } from './retry-frames.ts'
import { startJob } from './start-job.ts'
import { testFrame } from './test-frame.ts'

const jobs = 6
const frames = 5
const operationCount = 700

it('keeps counts, holds and receipts consistent through random concurrent operations', {
  timeout: 120_000,
}, async () => {
  await using farm = await withRenderJobs()
  const ids: RenderJobId[] = []
  for (let at = 0; at < jobs; at += 1)
    ids.push((await farm.draft({ frames: `1-${frames}` })).taskId)
  const operations = fc.sample(anyOperation, { numRuns: operationCount, seed: 20_261_121 })
  const outcomes = await runAll(farm, ids, operations)

  expect(outcomes.unexpected).toEqual([])
  for (const verb of verbs) expect(outcomes.done.get(verb) ?? 0, verb).toBeGreaterThan(0)
  expect([...outcomes.refused].sort()).toContain('state_conflict')
  for (const id of ids) await expectTogether(farm, id)
  await farm.expectCleanLedger()
})

const verbs = [
  'test',
  'start',
  'accept',
  'fail',
  'pause',
  'resume',
  'cancel',
  'retry',
  'reject',
  'budget',
  'settings',
] as const

const anyOperation = fc.record({
  verb: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom('accept' as const) },
    { weight: 1, arbitrary: fc.constantFrom('cancel' as const) },
    { weight: 20, arbitrary: fc.constantFrom(...verbs.filter((verb) => verb !== 'cancel')) },
  ),
  job: fc.nat(jobs - 1),
  frame: fc.integer({ min: 1, max: frames }),
  microUsd: fc.integer({ min: 500, max: 20_000 }),
})
type Operation = typeof anyOperation extends fc.Arbitrary<infer One> ? One : never

/** Four workers take operations from one list until it is empty. Each cancelled job is replaced by a new one. */
async function runAll(
  farm: RenderJobsFixture,
  ids: RenderJobId[],
  operations: readonly Operation[],
) {
  const outcomes = {
    done: new Map<string, number>(),
    refused: new Set<string>(),
    unexpected: [] as unknown[],
  }
  const queue = operations.values()
  const worker = async () => {
    for (const operation of queue) {
      try {
        await perform(farm, ids, operation)
        outcomes.done.set(operation.verb, (outcomes.done.get(operation.verb) ?? 0) + 1)
      } catch (error) {
        if (error instanceof Refused && error.status < 500) outcomes.refused.add(error.code)
        else outcomes.unexpected.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  return outcomes
}

async function perform(
  farm: RenderJobsFixture,
  ids: RenderJobId[],
  { verb, job, frame, microUsd }: Operation,
): Promise<unknown> {
  const { renter } = farm
  const id = ids.at(-1 - job)
  if (id === undefined) throw new RangeError('there are so many jobs')
  switch (verb) {
    case 'test':
      return testFrame(renter, id, { frame })
    case 'start':
      return startJob(renter, id, { budget_micro_usd: microUsd })
    case 'accept':
      return settle(farm, { id, frame, how: 'accept', microUsd })
    case 'fail':
      return settle(farm, { id, frame, how: 'fail', microUsd })
    case 'pause':
      return pauseJob(renter, id)
    case 'resume':
      return resumeJob(renter, id)
    case 'cancel':
      await cancelJob(renter, id)
      return ids.push((await farm.draft({ frames: `1-${frames}` })).taskId)
    case 'retry':
      return retryFrames(renter, id, {})
    case 'reject':
      return rejectFrames(renter, id, { frames: [frame] })
    case 'budget':
      return changeJob(renter, id, { budget_micro_usd: microUsd })
    case 'settings': {
      const { settings } = await farm.row(id)
      return changeJob(renter, id, { settings: { ...settings, samples: microUsd } })
    }
  }
}

interface Settled {
  id: RenderJobId
  frame: number
  how: 'accept' | 'fail'
  microUsd: number
}

/** Gives a pending frame to a machine, which delivers it, or fails at it as the third one. */
async function settle(farm: RenderJobsFixture, settled: Settled): Promise<void> {
  const { id, frame, how, microUsd } = settled
  const chunk = await claim(farm, settled)
  await farm.system.transact(async (tx) => {
    const job = await lockJob(tx, id)
    const { numAffectedRows } = await sql`update render_frames set machine_id = ${chunk.machine_id},
        state = ${how === 'accept' ? 'done' : 'failed'}, chunk_id = case ${how} when 'fail' then null else chunk_id end
      where job_id = ${id} and number = ${frame} and chunk_id = ${chunk.id} and state = 'rendering'`.execute(
      tx.db,
    )
    // Cancelled meanwhile: the frame no longer waits for this picture.
    if (numAffectedRows !== 1n) return
    if (how === 'accept') {
      const machine = { machineName: 'box', providerAccountId: farm.providerId }
      const part = { number: frame, part: 0 }
      await chargeFrame(farm.system, tx, {
        job,
        frame: part,
        chunk,
        renderMs: microUsd,
        ...machine,
      })
    }
    await settleCommitted(tx, chunk, 'rest')
    await sql`update render_chunks set state = 'done' where id = ${chunk.id}`.execute(tx.db)
    const counted = await addToJob(tx, id, how === 'accept' ? { done: 1 } : { failed: 1 })
    await finishJobIfDone(farm.system, tx, counted)
  })
}

/** Claims a frame as dispatch does: under the job's lock, and only if the money covers it. */
async function claim(farm: RenderJobsFixture, { id, frame, microUsd }: Settled): Promise<ChunkRow> {
  const machineId = await farm.machine()
  const at = farm.clock.now()
  return farm.system.transact(async (tx) => {
    const job = await lockJob(tx, id)
    const open = job.budget_micro_usd - job.charged_micro_usd - job.committed_micro_usd
    const wants = job.state === 'testing' || job.state === 'rendering'
    const found = await findFrame(tx.db, id, frame)
    if (!wants || open < microUsd || found?.state !== 'pending')
      throw new Refused('not_found', { details: { what: 'frame' } })
    const chunkId = farm.system.ids.mint('renderChunk')
    await addToJob(tx, id, { committedMicroUsd: microUsd })
    await sql`update render_frames set state = 'rendering', chunk_id = ${chunkId}
      where job_id = ${id} and number = ${frame}`.execute(tx.db)
    const { rows } = await sql<ChunkRow>`
      insert into render_chunks (id, job_id, kind, machine_id, lease_token, lease_until, state, frames, spec,
        committed_micro_usd, micro_usd_per_reference_hour, machine_score, started_at, moved_at)
      values (${chunkId}, ${id}, 'frames', ${machineId}, 'lease', ${at}, 'leased', ${[frame]}::integer[], '{}',
        ${microUsd}, 3600000, 1, ${at}, ${at}) returning *`.execute(tx.db)
    const [chunk] = rows
    if (chunk === undefined) throw new RangeError('a chunk was inserted')
    return chunk
  })
}

/** Expects the stored counts and amounts of a job to match its rows. */
async function expectTogether(farm: RenderJobsFixture, id: RenderJobId): Promise<void> {
  const job = await farm.row(id)
  const { rows } = await sql<{ done: number; failed: number; charged: number; committed: number }>`
    select
      (select count(*) from render_frames where job_id = ${id} and part = 0 and state = 'done') as done,
      (select count(*) from render_frames where job_id = ${id} and part = 0 and state = 'failed') as failed,
      (select coalesce(sum(micro_usd), 0)::bigint from render_charges where job_id = ${id}) as charged,
      (select coalesce(sum(committed_micro_usd), 0)::bigint from render_chunks where job_id = ${id}) as committed`.execute(
    farm.db,
  )
  const what = `${id} ${job.state}`
  expect(rows[0], what).toEqual({
    done: job.frames_done,
    failed: job.frames_failed,
    charged: job.charged_micro_usd,
    committed: job.committed_micro_usd,
  })
  const money = await farm.money(id)
  const open = job.budget_micro_usd - job.charged_micro_usd
  expect(money?.heldMicroUsd, what).toBe(isJobUnderWay(job.state) ? open : 0)
  expect(money?.chargedMicroUsd, what).toBe(job.charged_micro_usd)
  const isAll = job.frames_done + job.frames_failed === job.frames_total
  if (job.state === 'rendering' || job.state === 'paused') expect(isAll, what).toBe(false)
}
