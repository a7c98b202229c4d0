import type { RewardKind } from '@gridloom/contract/rewards/reward'
import { describe, expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, type Someone, withPeople } from '../../../test/people.ts'
import { systemIds } from '../../platform/ids.ts'
import { checkLedger } from '../ledger/index.ts'
import { giveReward } from './give-reward.ts'

const dayMs = 86_400_000

describe('rewards', () => {
  it('are pending until their payable time, then claimed to the balance', async () => {
    await using fixture = await withPeople()
    const someone = await fixture.someone()
    const { client } = someone
    await give(fixture, someone, { key: 'now', micro_usd: 2_000_000 })
    await give(fixture, someone, { key: 'later', micro_usd: 3_000_000, inMs: 2_000 })
    const before = await client.ledger.balance()
    expect((await client.rewards.list({ query: {} })).totals).toEqual({
      ...{ pending_micro_usd: 3_000_000, claimable_micro_usd: 2_000_000, claimed_micro_usd: 0 },
    })
    expect(await client.rewards.claim()).toMatchObject({ rewards: 1, micro_usd: 2_000_000 })
    const after = await client.ledger.balance()
    expect(after.available_micro_usd - before.available_micro_usd).toBe(2_000_000)
    expect(after.welcome_micro_usd).toBe(before.welcome_micro_usd)
    expect(await refusalOf(client.rewards.claim())).toMatchObject({ code: 'nothing_to_claim' })
    await fixture.clock.advance(2_000)
    expect(await client.rewards.claim()).toMatchObject({
      ...{ micro_usd: 3_000_000, totals: { pending_micro_usd: 0, claimed_micro_usd: 5_000_000 } },
    })
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })

  it('are claimed exactly once by parallel claims', async () => {
    await using fixture = await withPeople()
    const someone = await fixture.someone()
    for (let n = 0; n < 5; n += 1) await give(fixture, someone, { key: `${n}`, micro_usd: 1_000 })
    const before = await someone.client.ledger.balance()
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => refusalOf(someone.client.rewards.claim())),
    )
    expect(claims.filter(({ code }) => code === 'good')).toHaveLength(1)
    const after = await someone.client.ledger.balance()
    expect(after.available_micro_usd - before.available_micro_usd).toBe(5_000)
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })

  it('are listed with promotions, newest first, by kind, period and page', async () => {
    await using fixture = await withPeople()
    const { promoCodes } = fixture.operator
    const someone = await fixture.someone()
    const { client } = someone
    const body = { label: 'x', amount_micro_usd: 7, uses_max: 1 }
    const { code } = await promoCodes.create({ body })
    await client.promoCodes.redeem({ body: { code } })
    const nowMs = fixture.clock.now().getTime()
    const { system } = fixture.server.container
    for (let n = 0; n < 3; n += 1) {
      const at = new Date(nowMs - (3 - n) * dayMs)
      const then = { ids: systemIds(() => at), clock: { ...system.clock, now: () => at } }
      const reward = { accountId: someone.id, microUsd: 100 + n, key: `test:${n}`, text: 'Test' }
      await system.transact((tx) =>
        giveReward(then, tx, { ...reward, source: 'test', payableAt: at }),
      )
    }
    const list = (query: ListedBy) =>
      client.rewards.list({ query }).then(({ entries, next_cursor }) => ({
        amounts: entries.map(({ micro_usd }) => micro_usd),
        next_cursor,
      }))
    const given = (await list({ kind: 'promotion' })).amounts
    expect(given).toContain(7)
    expect((await list({ kind: 'reward' })).amounts).toEqual([102, 101, 100])
    expect((await list({})).amounts).toEqual([...given, 102, 101, 100])
    expect((await list({ kind: 'credit' })).amounts).toEqual([])
    const [from, to] = [3.5, 2.5].map((n) => new Date(nowMs - n * dayMs).toISOString())
    expect((await list({ from, to })).amounts).toEqual([100])
    const first = await list({ kind: 'reward', limit: 2 })
    expect(first.amounts).toEqual([102, 101])
    const rest = await list({ kind: 'reward', limit: 2, cursor: first.next_cursor ?? '' })
    expect(rest).toEqual({ amounts: [100], next_cursor: null })
  })

  it('by the operator are given once per key, with the same request only', async () => {
    await using fixture = await withPeople()
    const someone = await fixture.someone()
    const first = await give(fixture, someone, { key: 'k', micro_usd: 5 })
    expect(first).toMatchObject({ kind: 'reward', state: 'claimable', micro_usd: 5 })
    expect(await give(fixture, someone, { key: 'k', micro_usd: 5 })).toEqual(first)
    const other = refusalOf(give(fixture, someone, { key: 'k', micro_usd: 6 }))
    expect(await other).toMatchObject({ code: 'idempotency_conflict' })
    const body = { email: someone.email, micro_usd: 1, key: 'x', text: 'x' }
    expect(await refusalOf(someone.client.rewards.give({ body }))).toMatchObject({
      code: 'forbidden',
    })
    const nobody = fixture.operator.rewards.give({ body: { ...body, email: 'no@example.com' } })
    expect(await refusalOf(nobody)).toMatchObject({ code: 'not_found' })
  })

  it('that were not claimed go back with a closed account', async () => {
    await using fixture = await withPeople()
    const someone = await fixture.someone()
    await give(fixture, someone, { key: 'k', micro_usd: 5, inMs: dayMs })
    await someone.client.privacy.closeAccount()
    expect((await checkLedger(fixture.db)).clean).toBe(true)
  })
})

interface ListedBy {
  kind?: RewardKind
  from?: string | undefined
  to?: string | undefined
  cursor?: string
  limit?: number
}

interface Giving {
  key: string
  micro_usd: number
  inMs?: number
}

function give({ operator, clock }: PeopleFixture, { email }: Someone, giving: Giving) {
  const { key, micro_usd, inMs = 0 } = giving
  const payable_at = new Date(clock.now().getTime() + inMs).toISOString()
  return operator.rewards.give({
    body: { email, micro_usd, key, text: 'For a report', payable_at },
  })
}
