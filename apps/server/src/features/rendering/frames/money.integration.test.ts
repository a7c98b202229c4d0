import { Refused } from '@gridloom/contract/errors'
import { RenderReceipt } from '@gridloom/contract/rendering/receipt'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertApiKey, withKey } from '../../../../test/api-keys.ts'
import {
  accountIdOf,
  microUsdPerSecond,
  type RenderJobsFixture,
  withRenderJobs,
} from '../../../../test/render-jobs.ts'
import { noFeatures } from '../../../platform/all-features.ts'
import { lockBudgetLeft } from '../../budgets/index.ts'
import { readBalance } from '../../ledger/index.ts'
import type { RenderingCtx } from '../ctx.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { changeJob } from '../jobs/change-job.ts'
import { readJob } from '../jobs/read-job.ts'
import { readReceipt } from '../jobs/read-receipt.ts'
import { countRendering, readRenderSpendRate } from '../jobs/spend-store.ts'
import { startJob } from '../jobs/start-job.ts'
import { testFrame } from '../jobs/test-frame.ts'
import type { ChunkRow } from '../schema.ts'
import { sumChargesByMachine } from './charges-store.ts'
import { lockJob } from './jobs-store.ts'
import { chargeFrame, settleCommitted } from './money.ts'

describe('chargeFrame', () => {
  it('charges a picture once by reference time, pays its machine less the fee, and adds a line', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const chunk = await farm.give(taskId, [1, 2], { score: 2, committedMicroUsd: 9_000 })
    expect(await charge(farm, chunk, 1, 1_500)).toBe(3 * microUsdPerSecond)
    expect(await charge(farm, chunk, 1, 99_000)).toBe(3 * microUsdPerSecond)
    expect(await farm.row(taskId)).toMatchObject({
      charged_micro_usd: 3_000,
      committed_micro_usd: 4_500,
      reference_ms_sum: 3_000,
      reference_ms_count: 1,
    })
    expect(await farm.money(taskId)).toEqual({ heldMicroUsd: 997_000, chargedMicroUsd: 3_000 })
    const { earned_micro_usd: earned } = await balanceOf(farm, farm.providerId)
    expect(earned > 2_000 && earned < 3_000).toBe(true)
    expect(await receiptOf(farm, taskId)).toMatchObject({
      lines: [
        {
          frame: 1,
          machine_name: 'box',
          render_s: 1.5,
          machine_score: 2,
          reference_s: 3,
          micro_usd: 3_000,
          micro_usd_per_reference_hour: 3_600_000,
        },
      ],
      lines_total: 1,
      total_micro_usd: 3_000,
      reference_s: 3,
      final: false,
    })
    const byMachine = await sumChargesByMachine(farm.system.db, taskId, 2)
    expect(byMachine).toEqual([
      { machineName: 'box', pictures: 1, referenceMs: 3_000, microUsd: 3_000 },
    ])
    expect(await sumChargesByMachine(farm.system.db, taskId, 1)).toMatchObject([
      { machineName: null, microUsd: 3_000 },
    ])
    await farm.expectCleanLedger()
  })

  it('never exceeds the budget in 50 concurrent charges, and uses all of it', async () => {
    await using farm = await withRenderJobs()
    const budget = 20_500
    const { taskId } = await farm.started({ frames: '1-50' }, { budget })
    const chunks = await Promise.all(
      Array.from({ length: 50 }, (_, at) => farm.give(taskId, [at + 1])),
    )
    const charged = await Promise.all(chunks.map((chunk, at) => charge(farm, chunk, at + 1)))
    expect(charged.reduce((sum, one) => sum + one, 0)).toBe(budget)
    expect(charged.filter((one) => one === 1_000).length).toBe(20)
    expect(charged.filter((one) => one === 500).length).toBe(1)
    expect(await farm.money(taskId)).toEqual({ heldMicroUsd: 0, chargedMicroUsd: budget })
    expect(await farm.row(taskId)).toMatchObject({ charged_micro_usd: budget })
    expect((await receiptOf(farm, taskId)).lines_total).toBe(50)
    await farm.expectCleanLedger()
  })

  it('either charges a picture or cancels its frame, never both, when the two race', async () => {
    await using farm = await withRenderJobs()
    for (let round = 0; round < 5; round += 1) {
      const { taskId } = await farm.started({}, { budget: 10_000 })
      const chunk = await farm.give(taskId, [1, 2, 3, 4], { committedMicroUsd: 4_000 })
      await Promise.allSettled([
        acceptWhileWanted(farm, chunk, 1),
        acceptWhileWanted(farm, chunk, 2),
        cancelJob(farm.renter, taskId),
        acceptWhileWanted(farm, chunk, 3),
      ])
      const job = await readJob(farm.renter, taskId)
      expect(job).toMatchObject({ state: 'cancelled', held_micro_usd: 0 })
      const { rows } = await sql<{ done: number }>`select count(*) as done from render_frames
        where job_id = ${taskId} and state = 'done'`.execute(farm.db)
      expect(job.charged_micro_usd).toBe((rows[0]?.done ?? 0) * 1_000)
    }
    await farm.expectCleanLedger()
  })

  it('charges the platform, and the renter nothing, if the first picture was proven wrong', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const chunk = await farm.give(taskId, [1])
    expect(await charge(farm, chunk, 1, 1_000, 'platform')).toBe(0)
    expect(await farm.money(taskId)).toEqual({ heldMicroUsd: 1_000_000, chargedMicroUsd: 0 })
    expect((await balanceOf(farm, farm.providerId)).earned_micro_usd).toBe(1_000)
    expect((await receiptOf(farm, taskId)).lines).toMatchObject([{ frame: 1, micro_usd: 0 }])
    await farm.expectCleanLedger()
  })

  it('adds a free line for a machine with a price of 0', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const chunk = await farm.give(taskId, [1])
    expect(await charge(farm, { ...chunk, micro_usd_per_reference_hour: 0 }, 1)).toBe(0)
    expect((await receiptOf(farm, taskId)).lines).toMatchObject([
      { micro_usd: 0, transaction_id: '' },
    ])
  })
})

describe('the committed amount', () => {
  it('falls with each picture, and to zero with the last', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const chunk = await farm.give(taskId, [1, 2, 3], { committedMicroUsd: 10 })
    const left: number[] = []
    for (const number of [1, 2, 3]) {
      await farm.accept(chunk, number)
      left.push((await farm.row(taskId)).committed_micro_usd)
    }
    expect(left).toEqual([6, 3, 0])
  })

  it('is released when a chunk ends, and never below zero', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    const one = await farm.give(taskId, [1], { committedMicroUsd: 70 })
    const other = await farm.give(taskId, [2], { committedMicroUsd: 30 })
    await farm.system.transact((tx) => settleCommitted(tx, one, 100))
    expect(await farm.row(taskId)).toMatchObject({ committed_micro_usd: 30 })
    await farm.system.transact((tx) => settleCommitted(tx, other, 'rest'))
    await farm.system.transact((tx) => settleCommitted(tx, other, 'rest'))
    expect(await farm.row(taskId)).toMatchObject({ committed_micro_usd: 0 })
  })
})

describe('the budget', () => {
  it('can be raised and lowered while the job runs, and adjusts the hold', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({}, { budget: 10_000 })
    await farm.accept(await farm.give(taskId, [1]), 1)
    const raised = await changeJob(farm.renter, taskId, { budget_micro_usd: 30_000 })
    expect(raised).toMatchObject({ budget_micro_usd: 30_000, held_micro_usd: 29_000 })
    const lowered = await changeJob(farm.renter, taskId, { budget_micro_usd: 5_000 })
    expect(lowered).toMatchObject({ budget_micro_usd: 5_000, held_micro_usd: 4_000 })
    expect((await balanceOf(farm)).available_micro_usd).toBe(10_000_000 - 5_000)
    await farm.expectCleanLedger()
  })

  it('cannot be lowered below the amount charged and being rendered', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({}, { budget: 10_000 })
    await farm.accept(await farm.give(taskId, [1]), 1)
    await farm.give(taskId, [2], { committedMicroUsd: 2_000 })
    await expect(changeJob(farm.renter, taskId, { budget_micro_usd: 2_999 })).rejects.toMatchObject(
      { code: 'budget_too_small', details: { used_micro_usd: 3_000 } },
    )
    const lowest = await changeJob(farm.renter, taskId, { budget_micro_usd: 3_000 })
    expect(lowest.held_micro_usd).toBe(2_000)
  })

  it('cannot be raised beyond the balance', async () => {
    await using farm = await withRenderJobs({ creditMicroUsd: 10_000 })
    const { taskId } = await farm.started({}, { budget: 10_000 })
    const raised = changeJob(farm.renter, taskId, { budget_micro_usd: 10_001 })
    expect(await codeOf(raised)).toBe('insufficient_funds')
    expect(await readJob(farm.renter, taskId)).toMatchObject({ budget_micro_usd: 10_000 })
  })

  it('resumes a job that waited for it when it is raised', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({}, { budget: 10_000 })
    await sql`update render_jobs set state = 'paused', reason = '{"code": "budget_used", "text": "used"}'`.execute(
      farm.db,
    )
    const same = await changeJob(farm.renter, taskId, { budget_micro_usd: 9_000 })
    expect(same).toMatchObject({ state: 'paused', reason: { code: 'budget_used' } })
    const raised = await changeJob(farm.renter, taskId, { budget_micro_usd: 20_000 })
    expect(raised).toMatchObject({ state: 'rendering', reason: null })
  })
})

describe('an API key with a budget', () => {
  it('never holds more for jobs than its budget when several start at once', async () => {
    await using farm = await withRenderJobs()
    const { key, keyId } = await aKey(farm, 1_000_000)
    const drafts = await Promise.all(Array.from({ length: 6 }, () => farm.draft({}, key)))
    const codes = await Promise.all(
      drafts.map(({ taskId }) => codeOf(startJob(key, taskId, { budget_micro_usd: 400_000 }))),
    )
    expect(codes.filter((code) => code === 'good').length).toBe(2)
    expect(new Set(codes)).toEqual(new Set(['good', 'key_budget_exceeded']))
    expect(await leftOf(farm, keyId)).toBe(200_000)
  })

  it('counts charges, and gets the rest back when a job is cancelled', async () => {
    await using farm = await withRenderJobs()
    const { key, keyId } = await aKey(farm, 1_000_000)
    const { taskId } = await farm.started({}, { budget: 900_000, as: key })
    await farm.accept(await farm.give(taskId, [1]), 1)
    expect(await leftOf(farm, keyId)).toBe(100_000)
    await cancelJob(farm.renter, taskId)
    expect(await leftOf(farm, keyId)).toBe(999_000)
    const { taskId: next } = await farm.draft({}, key)
    expect(await codeOf(testFrame(key, next, { budget_micro_usd: 999_001 }))).toBe(
      'key_budget_exceeded',
    )
    expect(await codeOf(testFrame(key, next, { budget_micro_usd: 999_000 }))).toBe('good')
  })

  it('limits a raise of its own job, which a signed-in user may exceed', async () => {
    await using farm = await withRenderJobs()
    const { key } = await aKey(farm, 1_000)
    const { taskId } = await farm.started({}, { budget: 1_000, as: key })
    const raise = { budget_micro_usd: 1_001 }
    expect(await codeOf(changeJob(key, taskId, raise))).toBe('key_budget_exceeded')
    expect(await codeOf(changeJob(farm.renter, taskId, raise))).toBe('good')
  })

  it('cannot pay for a job that it did not create', async () => {
    await using farm = await withRenderJobs()
    const { key } = await aKey(farm, 1_000_000)
    const { taskId } = await farm.draft()
    expect(await codeOf(startJob(key, taskId, { budget_micro_usd: 5 }))).toBe('forbidden')
    const { key: unbounded } = await aKey(farm, null)
    expect(await codeOf(startJob(unbounded, taskId, { budget_micro_usd: 5 }))).toBe('good')
  })
})

describe('the balance', () => {
  it('includes holds and spend rate of jobs, and lasts by the rest of its spending', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({}, { budget: 4_000_000 })
    const machineId = await farm.machine()
    await farm.give(taskId, [1], { machineId, score: 2 })
    await farm.give(taskId, [2], { machineId, score: 2 })
    await farm.give(taskId, [3])
    const accountId = accountIdOf(farm.renter)
    expect(await readRenderSpendRate(farm.db, accountId)).toBe(3 * 3_600_000)
    expect(await countRendering(farm.db, accountId)).toBe(1)
    const spendRate = async () => ({
      fromBalance: 3_600_000,
      fromHolds: await readRenderSpendRate(farm.db, accountId),
    })
    expect(await readBalance(farm.renter, accountId, { spendRate })).toMatchObject({
      available_micro_usd: 6_000_000,
      held_micro_usd: 4_000_000,
      spend_rate_micro_usd_per_hour: 4 * 3_600_000,
      lasts_s: 6_000,
    })
    await cancelJob(farm.renter, taskId)
    expect(await readRenderSpendRate(farm.db, accountId)).toBe(0)
    expect(await countRendering(farm.db, accountId)).toBe(0)
  })

  it('counts the cost of frames per day for the key that created the job', async () => {
    await using farm = await withRenderJobs()
    const { key, keyId } = await aKey(farm, null)
    const { taskId } = await farm.started({}, { as: key })
    const chunk = await farm.give(taskId, [1, 2])
    await farm.accept(chunk, 1)
    await farm.accept(chunk, 2)
    const { rows } = await sql`select spent_on, account_id, user_id, api_key_id, micro_usd
      from spend_days`.execute(farm.db)
    const account_id = accountIdOf(farm.renter)
    const spent = { spent_on: taskId, account_id, user_id: account_id, api_key_id: keyId }
    expect(rows).toEqual([{ ...spent, micro_usd: 2_000 }])
  })
})

describe('the receipt', () => {
  it('is paged, sums all pages, and is final once the job has ended', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started({ frames: '1-3' })
    const chunk = await farm.give(taskId, [1, 2, 3])
    for (const number of [1, 2, 3]) {
      await farm.clock.advance(1_000)
      await farm.accept(chunk, number, number * 1_000)
    }
    const page = await readReceipt(farm.renter, taskId, { page: 2, page_size: 2 })
    expect(RenderReceipt.parse(page)).toMatchObject({
      job: { state: 'completed' },
      lines: [{ frame: 3, micro_usd: 3_000 }],
      lines_total: 3,
      total_micro_usd: 6_000,
      reference_s: 6,
      final: true,
    })
    const all = await receiptOf(farm, taskId)
    const sum = all.lines.reduce((total, line) => total + line.micro_usd, 0)
    expect(sum).toBe(all.total_micro_usd)
  })

  it('fails the ledger check if a line was not charged', async () => {
    await using farm = await withRenderJobs()
    const { taskId } = await farm.started()
    await farm.accept(await farm.give(taskId, [1]), 1)
    await sql`insert into render_charges (key, job_id, number, machine_id, machine_name, render_ms, machine_score,
      reference_ms, micro_usd_per_reference_hour, micro_usd, at)
      values ('wrong', ${taskId}, 1, 'm', 'box', 1, 1, 1, 1, 1, now())`.execute(farm.db)
    await expect(farm.expectCleanLedger()).rejects.toThrow()
  })
})

function charge(
  farm: RenderJobsFixture,
  chunk: ChunkRow,
  number: number,
  renderMs = 1_000,
  payer: 'renter' | 'platform' = 'renter',
): Promise<number> {
  return farm.system.transact(async (tx) =>
    chargeFrame(farm.system, tx, {
      job: await lockJob(tx, jobIdOf(chunk)),
      frame: { number, part: 0 },
      chunk,
      renderMs,
      machineName: 'box',
      providerAccountId: farm.providerId,
      payer,
    }),
  )
}

/** Charges a picture as on acceptance: under the job's lock, and only if its frame still waits for it. */
function acceptWhileWanted(
  farm: RenderJobsFixture,
  chunk: ChunkRow,
  number: number,
): Promise<void> {
  return farm.system.transact(async (tx) => {
    const job = await lockJob(tx, jobIdOf(chunk))
    const { numAffectedRows } = await sql`update render_frames set state = 'done'
      where job_id = ${job.id} and number = ${number} and chunk_id = ${chunk.id} and state = 'rendering'`.execute(
      tx.db,
    )
    if (numAffectedRows !== 1n) return
    await chargeFrame(farm.system, tx, {
      job,
      frame: { number, part: 0 },
      chunk,
      renderMs: 1_000,
      machineName: 'box',
      providerAccountId: farm.providerId,
    })
  })
}

function jobIdOf({ job_id }: ChunkRow) {
  if (job_id === null) throw new RangeError('the chunk is of a job')
  return job_id
}

function receiptOf(farm: RenderJobsFixture, id: Parameters<typeof readReceipt>[1]) {
  return readReceipt(farm.renter, id, { page: 1, page_size: 100 })
}

function balanceOf(farm: RenderJobsFixture, accountId = accountIdOf(farm.renter)) {
  return readBalance(farm.system, accountId, noFeatures)
}

async function aKey(farm: RenderJobsFixture, budgetMicroUsd: number | null) {
  const accountId = accountIdOf(farm.renter)
  const keyId = await insertApiKey(farm.system, { accountId, budgetMicroUsd })
  const key: RenderingCtx = withKey(farm.renter, keyId)
  return { key, keyId }
}

function leftOf(farm: RenderJobsFixture, keyId: Awaited<ReturnType<typeof aKey>>['keyId']) {
  return farm.system.transact((tx) => lockBudgetLeft(farm.system, tx, keyId))
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
