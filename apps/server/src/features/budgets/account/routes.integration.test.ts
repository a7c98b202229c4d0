import { confirmedForS } from '@gridloom/contract/core/constants'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { codeOf, type Somebody, withCompanies } from '../../../../test/companies.ts'

const usd = 1_000_000
const body = { amount_micro_usd: 20 * usd, on_exceed: 'stop' as const }

it('sets, reads and removes the budget of the caller, with the defaults of alerts', async () => {
  await using site = await withCompanies()
  const { client } = await site.somebody()
  expect(await client.budgets.account()).toEqual({ budget: null, may_change: true })
  const set = await client.budgets.changeAccount({ body })
  expect(set).toMatchObject({
    may_change: true,
    budget: {
      ...{ amount_micro_usd: 20 * usd, period: 'monthly', on_exceed: 'stop' },
      ...{ alert_percents: [50, 80, 100], alert_forecast: true },
      ...{ spent_micro_usd: 0, held_micro_usd: 0, left_micro_usd: 20 * usd },
      ...{ forecast_micro_usd: 0, resets_at: '2026-12-01T00:00:00.000Z' },
    },
  })
  expect(await client.budgets.account()).toEqual(set)
  expect((await client.budgets.removeAccount()).budget).toBeNull()
  expect((await client.budgets.removeAccount()).budget).toBeNull()
})

it('of a company is shown to its members, and changed by its owners and admins alone', async () => {
  await using site = await withCompanies()
  const { id, owner, admin, member } = await site.company()
  const acting = async (who: Somebody) => (await site.actAs(who, id)).client
  const asOwner = await acting(owner)
  const { budgets: byOwner } = asOwner
  const [{ budgets: byAdmin }, { budgets: byMember }] = [await acting(admin), await acting(member)]
  await byOwner.changeAccount({ body })
  await byAdmin.changeAccount({ body: { ...body, amount_micro_usd: 30 * usd } })
  expect(await byMember.account()).toMatchObject({
    may_change: false,
    budget: { amount_micro_usd: 30 * usd },
  })
  expect(await codeOf(byMember.changeAccount({ body }))).toBe('forbidden')
  expect(await codeOf(byMember.removeAccount())).toBe('forbidden')
  await asOwner.companies.close({ params: { id } })
  const { rows } = await sql`select 1 from account_budgets`.execute(site.db)
  expect(rows).toEqual([])
})

it('rejects amounts and alerts out of bounds, and an old sign-in', async () => {
  await using site = await withCompanies()
  const { client } = await site.somebody()
  const code = (change: object) =>
    codeOf(client.budgets.changeAccount({ body: { ...body, ...change } }))
  for (const change of [
    { amount_micro_usd: 9_999 },
    { amount_micro_usd: 10_001 },
    { amount_micro_usd: 10_000_000_010_000 },
    { alert_percents: [0] },
    { alert_percents: [50, 50] },
    { alert_percents: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
  ])
    expect(await code(change)).toBe('invalid_input')
  await site.clock.jump(confirmedForS * 1_000)
  expect(await code({})).toBe('confirmation_required')
  expect(await codeOf(client.budgets.removeAccount())).toBe('confirmation_required')
})
