import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aUsage, type LedgerFixture, withLedger } from '../../../../test/ledger-fixture.ts'
import { checkLedger, labelHold, readBudgetUse } from '../../ledger/index.ts'
import { deleteBudget, saveBudget } from './account-budgets-store.ts'
import type { AccountBudgetRow } from './schema.ts'

const budget = 100_000
const workers = 8

describe('the budget of an account that stops spending', () => {
  it('is not passed at any commit by parallel holds, top-ups, charges and releases', async () => {
    await using fixture = await setup({ instances: 24 })
    await fixture.budget({ amount_micro_usd: budget })
    const operations = fc.sample(anOperation, { numRuns: 1_500, seed: 195 })
    const { codes, seen } = await fixture.watched(operations, '')
    expect([...codes.keys()].sort()).toEqual(['account_budget_exceeded', 'done'])
    expect(codes.get('account_budget_exceeded')).toBeGreaterThan(50)
    expect(seen.looks).toBeGreaterThan(50)
    expect(seen.most).toBeLessThanOrEqual(budget)
    expect(seen.most).toBeGreaterThan(budget * 0.9)
    expect(await checkLedger(fixture.db)).toMatchObject({ clean: true })
  }, 120_000)

  it('of a project is not passed at any commit, nor does it bind what is of another project', async () => {
    await using fixture = await setup({ instances: 24 })
    await fixture.label(fixture.ids.slice(0, 12), 'training')
    await fixture.label(fixture.ids.slice(12, 16), 'serving')
    await fixture.budget({ amount_micro_usd: budget, project: 'training' })
    const operations = fc.sample(anOperation, { numRuns: 1_500, seed: 251 })
    const { codes, seen } = await fixture.watched(operations, 'training')
    expect([...codes.keys()].sort()).toEqual(['done', 'project_budget_exceeded'])
    expect(codes.get('project_budget_exceeded')).toBeGreaterThan(50)
    expect(seen.looks).toBeGreaterThan(50)
    expect(seen.most).toBeLessThanOrEqual(budget)
    expect(seen.most).toBeGreaterThan(budget * 0.9)
    const { chargedMicroUsd, heldMicroUsd } = await fixture.use()
    expect(chargedMicroUsd + heldMicroUsd).toBeGreaterThan(budget)
  }, 120_000)

  it('of a project and of its account bind together, and the smaller rest is named', async () => {
    await using fixture = await setup({ instances: 2 })
    const [one, other] = fixture.ids
    await fixture.label([one], 'training')
    await fixture.budget({ amount_micro_usd: 10_000, project: 'training' })
    await fixture.budget({ amount_micro_usd: 15_000 })
    await expect(fixture.hold(one, 10_001)).rejects.toMatchObject({
      code: 'project_budget_exceeded',
      details: { have_micro_usd: 10_000 },
    })
    await fixture.hold(other, 9_000)
    await expect(fixture.hold(one, 10_001)).rejects.toMatchObject({
      code: 'account_budget_exceeded',
      details: { have_micro_usd: 6_000 },
    })
    await fixture.hold(one, 4_000)
    await fixture.charge(one, 3_000)
    expect(await fixture.use('training')).toEqual({ chargedMicroUsd: 3_000, heldMicroUsd: 1_000 })
    expect(await fixture.use()).toEqual({ chargedMicroUsd: 3_000, heldMicroUsd: 10_000 })
  })

  it('fills a hold up to the last micro-dollar, and names the limit', async () => {
    await using fixture = await setup({ instances: 2 })
    await fixture.budget({ amount_micro_usd: 10_000 })
    const [one, other] = fixture.ids
    await fixture.hold(one, 9_000)
    await expect(fixture.hold(other, 1_001)).rejects.toMatchObject({
      code: 'account_budget_exceeded',
      details: { need_micro_usd: 1_001, have_micro_usd: 1_000, need: '$0.001001', have: '$0.001' },
    })
    expect(await fixture.topUp(one, 5_000)).toBe(1_000)
    expect(await fixture.topUp(one, 5_000)).toBe(0)
    await fixture.charge(one, 2_000)
    expect(await fixture.topUp(one, 5_000)).toBe(0)
    expect(await fixture.use()).toEqual({ chargedMicroUsd: 2_000, heldMicroUsd: 8_000 })
  })

  it('begins anew with its period, where what is still on hold counts', async () => {
    await using fixture = await setup({ instances: 1 })
    await fixture.budget({ amount_micro_usd: 10_000, period: 'daily' })
    const [one] = fixture.ids
    await fixture.hold(one, 10_000)
    await fixture.charge(one, 4_000)
    expect(await fixture.topUp(one, 9_000)).toBe(0)
    await fixture.clock.jump(86_400_000)
    expect(await fixture.topUp(one, 9_000)).toBe(4_000)
  })

  it('binds a hold that waited while it was set', async () => {
    await using fixture = await setup({ instances: 1 })
    const [one] = fixture.ids
    let waiting: Promise<unknown> | undefined
    await fixture.context.transact(async (tx) => {
      await saveBudget(tx, fixture.row({ amount_micro_usd: 10_000 }))
      waiting = fixture.hold(one, 10_001).catch((error: unknown) => Object(error).code)
      await fixture.someoneWaits()
    })
    expect(await waiting).toBe('account_budget_exceeded')
  })

  it('binds nothing when it only alerts, and nothing once it is removed', async () => {
    await using fixture = await setup({ instances: 1 })
    const [one] = fixture.ids
    await fixture.budget({ amount_micro_usd: 10_000, on_exceed: 'alert' })
    await fixture.hold(one, 20_000)
    await fixture.budget({ amount_micro_usd: 20_000 })
    expect(await fixture.topUp(one, 1)).toBe(0)
    await fixture.context.transact((tx) =>
      deleteBudget(tx, { accountId: fixture.accountId, project: '' }),
    )
    expect(await fixture.topUp(one, 1)).toBe(1)
  })
})

const anOperation = fc.record({
  verb: fc.constantFrom('hold', 'hold', 'top-up', 'charge', 'release'),
  instance: fc.nat(23),
  microUsd: fc.integer({ min: 1, max: 9_000 }),
})
type Operation = typeof anOperation extends fc.Arbitrary<infer One> ? One : never

async function setup({ instances }: { instances: number }) {
  const ledger = await withLedger()
  const accountId = await ledger.anAccount(1_000_000_000)
  const ids = Array.from({ length: instances }, () => ledger.anInstance())
  await insertInstances(ledger, accountId, ids)
  const row = (change: Partial<AccountBudgetRow>): AccountBudgetRow => ({
    ...{
      account_id: accountId,
      project: '',
      amount_micro_usd: budget,
      period: 'monthly',
      on_exceed: 'stop',
    },
    ...{ alert_percents: [], alert_forecast: false },
    ...{ changed_by: accountId, changed_at: ledger.clock.now() },
    ...change,
  })
  let keys = 0
  const key = () => `k${++keys}`
  const hold = (id: InstanceId, microUsd: number) => ledger.hold(accountId, id, microUsd, key())
  const topUp = (id: InstanceId, microUsd: number) => ledger.topUp(accountId, id, microUsd, key())
  const charge = (instanceId: InstanceId, microUsd: number) => {
    const from = new Date(ledger.clock.now().getTime() + ++keys)
    return ledger.capture(aUsage(ledger, { instanceId, from, microUsd }))
  }
  const runOne = async ({ verb, instance, microUsd }: Operation): Promise<string> => {
    const id = ids[instance]
    if (id === undefined) throw new RangeError('no such instance')
    try {
      if (verb === 'hold') await hold(id, microUsd)
      if (verb === 'top-up') await topUp(id, microUsd)
      if (verb === 'charge') await charge(id, Math.ceil(microUsd / 40))
      if (verb === 'release') await ledger.release(id, 0, key())
      return 'done'
    } catch (error) {
      if (error instanceof Refused) return error.code
      // An instance that never had a hold cannot be charged.
      if (error instanceof RangeError) return 'done'
      throw error
    }
  }
  return {
    ...ledger,
    ...{ accountId, row, hold, topUp, charge },
    ids: ids as [InstanceId, InstanceId, ...InstanceId[]],
    budget: (change: Partial<AccountBudgetRow>) =>
      ledger.context.transact((tx) => saveBudget(tx, row(change))),
    use: (project = '') => readBudgetUse(ledger.db, { accountId, project }, new Date(0)),
    /** Opens the holds of some instances for a project, as their orders do. */
    label: (labelled: readonly InstanceId[], project: string) =>
      ledger.context.transact(async (tx) => {
        for (const purpose of labelled) await labelHold(tx, { accountId, purpose, project })
      }),
    /** Runs operations while it reads what is used. Returns the outcomes and the most that was ever used. */
    async watched(operations: readonly Operation[], project: string) {
      const seen = { most: 0, looks: 0 }
      const done = new AbortController()
      const watch = (async () => {
        while (!done.signal.aborted) {
          const { chargedMicroUsd, heldMicroUsd } = await this.use(project)
          seen.most = Math.max(seen.most, chargedMicroUsd + heldMicroUsd)
          seen.looks++
        }
      })()
      const codes = await this.runAll(operations)
      done.abort()
      await watch
      return { codes, seen }
    },
    /** Workers take from one queue until it is empty. Returns how often each outcome came. */
    async runAll(operations: readonly Operation[]) {
      const codes = new Map<string, number>()
      const queue = operations.values()
      const worker = async () => {
        for (const operation of queue) {
          const code = await runOne(operation)
          codes.set(code, (codes.get(code) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: workers }, worker))
      return codes
    },
    /** Resolves once a connection of this database waits for a row. */
    async someoneWaits() {
      for (;;) {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(ledger.db)
        if (rows.length > 0) return
      }
    },
    [Symbol.asyncDispose]: ledger[Symbol.asyncDispose],
  }
}

async function insertInstances(
  { db }: LedgerFixture,
  accountId: AccountId,
  ids: readonly InstanceId[],
): Promise<void> {
  await sql`insert into instances (id, account_id, provider_account_id, machine_id, offer_id, label,
      state, desired, template, slots, gpu_uuids, vcpus, memory_mib, disk_gb,
      running_micro_usd_per_hour, stopped_micro_usd_per_hour, created_at, placed_by)
    select id, ${accountId}, 'acc_p', 'mch', 'ofr', '', 'destroyed', 'destroyed', '{}', 1, '[]', 1, 1, 1,
      1, 1, now(), ${accountId}
    from unnest(${ids}::text[]) id`.execute(db)
}
