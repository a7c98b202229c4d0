import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { codeOf, withCompanies } from '../../../../test/companies.ts'
import { withLedger } from '../../../../test/ledger-fixture.ts'
import { chargeStorage, readBudgetUse } from '../../ledger/index.ts'

it('is summed by product, member and key, and members of a company see their own alone', async () => {
  await using site = await withCompanies()
  const { id, owner, member } = await site.company()
  const spend = (spentOn: string, day: string, userId: AccountId | null, microUsd: number) =>
    sql`insert into spend_days (spent_on, day, account_id, user_id, api_key_id, micro_usd)
      values (${spentOn}, ${day}::date, ${id}, ${userId}, ${spentOn === 'tab_1' ? 'key_1' : null}, ${microUsd})`.execute(
      site.db,
    )
  await spend('ins_1', '2026-11-20', owner.id, 500)
  await spend('ins_1', '2026-11-21', owner.id, 300)
  await spend('tab_1', '2026-11-21', member.id, 40)
  await spend('rnj_1', '2026-11-21', member.id, 5)
  await spend(`storage:${id}`, '2026-11-21', null, 7)
  await spend('ins_2', '2026-11-19', member.id, 9_000)
  const acting = async (who: typeof owner) => (await site.actAs(who, id)).client.budgets
  const query = { from: '2026-11-20', to: '2026-11-21' }
  const all = await acting(owner)
  expect(await all.spend({ query })).toEqual({
    ...{ ...query, by: 'product', own: false, total_micro_usd: 852 },
    groups: [
      { id: 'instances', name: '', micro_usd: 800 },
      { id: 'models', name: '', micro_usd: 40 },
      { id: 'storage', name: '', micro_usd: 7 },
      { id: 'rendering', name: '', micro_usd: 5 },
    ],
    days: [
      { day: '2026-11-20', micro_usd: [500, 0, 0, 0] },
      { day: '2026-11-21', micro_usd: [300, 40, 7, 5] },
    ],
  })
  expect((await all.spend({ query: { ...query, by: 'member' } })).groups).toEqual([
    { id: owner.id, name: owner.username, micro_usd: 800 },
    { id: member.id, name: member.username, micro_usd: 45 },
    { id: null, name: '', micro_usd: 7 },
  ])
  expect((await all.spend({ query: { ...query, by: 'key' } })).groups).toEqual([
    { id: null, name: '', micro_usd: 812 },
    { id: 'key_1', name: '', micro_usd: 40 },
  ])
  const own = await (await acting(member)).spend({ query })
  expect(own).toMatchObject({ own: true, total_micro_usd: 45 })
  expect(own.groups.map((group) => group.id)).toEqual(['models', 'rendering'])
  const usual = await all.spend({ query: {} })
  expect(usual.days).toHaveLength(30)
  expect([usual.days[0]?.day, usual.days.at(-1)?.day]).toEqual(['2026-10-23', '2026-11-21'])
})

it('rejects days in the wrong order and more than a year', async () => {
  await using site = await withCompanies()
  const { client } = await site.somebody()
  const code = (from: string, to: string) => codeOf(client.budgets.spend({ query: { from, to } }))
  expect(await code('2026-11-02', '2026-11-01')).toBe('invalid_input')
  expect(await code('2025-11-20', '2026-11-21')).toBe('invalid_input')
  expect(await code('2025-11-21', '2026-11-21')).toBe('good')
})

it('counts a charge of storage once, on the day of the charge', async () => {
  await using ledger = await withLedger()
  const accountId = await ledger.anAccount(10_000)
  const charge = (microUsd: number, key: string) =>
    ledger.context.transact((tx) =>
      chargeStorage(ledger.context, tx, { accountId, microUsd, key, text: 'Snapshots' }),
    )
  await charge(100, 'a')
  await charge(100, 'a')
  await charge(20, 'b')
  expect(await charge(1_000_000, 'c')).toBe('uncovered')
  const { rows } = await sql<object>`
    select day::text, user_id, micro_usd from spend_days where account_id = ${accountId}`.execute(
    ledger.db,
  )
  const today = ledger.clock.now().toISOString().slice(0, 10)
  expect(rows).toEqual([{ day: today, user_id: null, micro_usd: 120 }])
  expect(await readBudgetUse(ledger.db, { accountId, project: '' }, new Date(today))).toEqual({
    ...{ chargedMicroUsd: 120, heldMicroUsd: 0 },
  })
})
