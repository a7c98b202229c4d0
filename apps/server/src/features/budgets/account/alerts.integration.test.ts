import type { AccountBudgetSettings } from '@gridloom/contract/budgets/account-budget'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountIdOf, withInstances } from '../../../../test/instances.ts'
import { addAddressee, queuedEmails } from '../../../../test/mailed.ts'
import { all } from '../../../features.ts'
import { placeHold } from '../../ledger/index.ts'
import type { BudgetsCtx } from '../ctx.ts'
import { alertAccounts } from './alert-accounts.ts'
import { changeAccountBudget } from './change-account-budget.ts'
import { readAccountBudget } from './read-account-budget.ts'

const usd = 1_000_000
const mail = (text: string) => `ada@example.com: ${text}`

describe('the alerts of a budget', () => {
  it('are sent once per percentage, by any number of replicas, and again in the next period', async () => {
    await using fixture = await setup()
    await fixture.set({ period: 'daily', amount_micro_usd: 100 * usd })
    await fixture.alert()
    for (const microUsd of [49 * usd, usd, 10 * usd, 25 * usd, 15 * usd]) {
      await fixture.hold(microUsd)
      await Promise.all([fixture.alert(), fixture.alert(), fixture.alert()])
    }
    const day = [
      mail('50% of your daily budget is used'),
      mail('80% of your daily budget is used'),
      mail('Your daily budget is used up'),
    ]
    expect(await fixture.emails()).toEqual(day)
    await fixture.clock.jump(86_400_000)
    await Promise.all([fixture.alert(), fixture.alert()])
    // All of it is still on hold, which counts in the new period as well.
    expect(await fixture.emails()).toEqual([...day, mail('Your daily budget is used up')])
  })

  it('are told again after a higher budget, once that is reached', async () => {
    await using fixture = await setup()
    await fixture.set({ amount_micro_usd: 10 * usd })
    await fixture.hold(9 * usd)
    await fixture.alert()
    await fixture.set({ amount_micro_usd: 100 * usd })
    await fixture.alert()
    await fixture.hold(72 * usd)
    await fixture.clock.jump(1_000)
    await fixture.alert()
    expect(await fixture.emails()).toEqual([
      mail('80% of your monthly budget is used'),
      mail('80% of your monthly budget is used'),
    ])
    expect(await fixture.notices()).toEqual([
      expect.stringMatching(/^80% of the monthly budget of \$10\.00 is used: \$9\.00 spent/),
      expect.stringMatching(/^80% of the monthly budget of \$100\.00 is used: \$81\.00 spent/),
    ])
  })

  it('tell once that the spend rate will exceed the budget, before it does', async () => {
    await using fixture = await setup()
    const id = await fixture.running()
    await fixture.pass(5, fixture.report(id, { ready: true }))
    await fixture.set({ period: 'daily', amount_micro_usd: 50 * usd, alert_percents: [] })
    const { budget } = await readAccountBudget(fixture.user)
    const leftS = (Date.parse(budget?.resets_at ?? '') - fixture.clock.now().getTime()) / 1_000
    // Nothing is charged yet, and a slot costs 1,000 micro-dollars a second.
    expect(budget).toMatchObject({ forecast_micro_usd: leftS * 1_000 })
    await fixture.alert()
    await fixture.alert()
    expect(await fixture.emails()).toEqual([mail('Your daily budget will be exceeded')])
  })

  it('are neither sent for what is not asked for, nor after the budget is removed', async () => {
    await using fixture = await setup()
    await fixture.set({ amount_micro_usd: 10 * usd, alert_percents: [], alert_forecast: false })
    await fixture.hold(10 * usd)
    await fixture.alert()
    expect(await fixture.notices()).toEqual([])
  })
})

it('an instance is stopped when the budget of its account is used up, and its disk is kept', async () => {
  await using fixture = await setup()
  const id = await fixture.running()
  await fixture.set({ amount_micro_usd: 1_000_000, on_exceed: 'stop' })
  await fixture.pass(1_200, fixture.report(id, { ready: true }))
  expect(await fixture.row(id)).toMatchObject({
    desired: 'stopped',
    reason: { code: 'account_budget_exhausted' },
    disk_kept_until: expect.any(Date),
  })
  const { budget } = await readAccountBudget(fixture.user)
  expect((budget?.spent_micro_usd ?? 0) + (budget?.held_micro_usd ?? 0)).toBeLessThanOrEqual(usd)
  await fixture.heartbeat([fixture.report(id, { phase: 'stopped', observed_generation: 2 })])
  // A disk that is kept for free is not charged again before the budget covers an hour.
  await fixture.pass(60, fixture.report(id, { phase: 'stopped', observed_generation: 2 }))
  expect(await fixture.row(id)).toMatchObject({
    state: 'stopped',
    reason: { code: 'account_budget_exhausted' },
    disk_kept_until: expect.any(Date),
  })
  await fixture.expectCleanLedger()
})

async function setup() {
  const fixture = await withInstances({ cpuSlots: 2, creditMicroUsd: 1_000 * usd })
  const accountId = accountIdOf(fixture.renter)
  await addAddressee(fixture.db, { id: accountId, email: 'ada@example.com', notifications: {} })
  const user: BudgetsCtx = {
    ...fixture.renter,
    publicUrl: 'http://gridloom.test',
    spendRateOf: all.spendRate,
  }
  return {
    ...fixture,
    user,
    set: (settings: Partial<AccountBudgetSettings>) =>
      changeAccountBudget(user, {
        ...{ amount_micro_usd: 100 * usd, period: 'monthly', on_exceed: 'alert' },
        ...{ alert_percents: [100, 50, 80], alert_forecast: true },
        ...settings,
      }),
    alert: () => alertAccounts(user, new AbortController().signal),
    /** Puts an amount on hold for a render job. */
    async hold(microUsd: number) {
      const purpose = fixture.system.ids.mint('renderJob')
      await fixture.renter.transact((tx) =>
        placeHold(fixture.renter, tx, { accountId, purpose, microUsd, key: 'hold' }),
      )
    },
    emails: () => queuedEmails(fixture.db),
    async notices() {
      const { rows } = await sql<{
        text: string
      }>`select text from notices order by at, key`.execute(fixture.db)
      return rows.map(({ text }) => text)
    },
  }
}
