import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayMs, usd } from '../../../test/missions.ts'
import { refusalOf } from '../../../test/people.ts'
import { withTiers } from '../../../test/tiers.ts'
import { plannedPostQuotaOf } from '../posts/planned-post-quota.ts'

describe('points', () => {
  it('are given once by two claims at the same instant, beside the money', async () => {
    await using fixture = await withTiers()
    const { id } = await fixture.renter()
    await fixture.publish({ reward_points: 120 })
    await fixture.rent(id)
    const claims = Array.from({ length: 6 }, () => refusalOf(fixture.claim(id)))
    const codes = (await Promise.all(claims)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'good')).toHaveLength(1)
    expect(await fixture.tier(id)).toMatchObject({ points: 120, tier: 'bronze' })
    expect(await fixture.money()).toEqual({ rewards: 5 * usd, budget: 495 * usd })
  })

  it('can be all that a mission gives: it holds no budget, and is paid once', async () => {
    await using fixture = await withTiers()
    const { id, client } = await fixture.renter()
    await fixture.publish({ reward_micro_usd: 0, reward_points: 600, claims_max: 1 })
    await fixture.rent(id)
    expect(await fixture.claim(id)).toMatchObject({
      ...{ state: 'paid', reward_micro_usd: 0, reward_points: 600 },
    })
    expect(await refusalOf(fixture.claim(id))).toMatchObject({ code: 'mission_none' })
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 0 })
    expect((await client.rewards.list({ query: {} })).entries).toEqual([])
    expect(await fixture.tier(id)).toMatchObject({
      ...{ points: 600, tier: 'silver', next: { tier: 'gold', points_missing: 1_400 } },
    })
    expect(await refusalOf(fixture.publish({ reward_micro_usd: 0 }))).toMatchObject({
      ...{ code: 'invalid_input', fields: { reward_micro_usd: 'Give an amount or points' } },
    })
  })

  it('are taken back with the reward, once, in the week in which they were given', async () => {
    await using fixture = await withTiers()
    const { id } = await fixture.renter()
    await fixture.publish({ reward_points: 600, holding_days: 30 })
    await fixture.rent(id)
    await fixture.join(id, 'Ada')
    await fixture.claim(id)
    await fixture.clock.jump(8 * dayMs)
    expect((await fixture.board(id, { week: '2026-W47' })).entries).toHaveLength(1)
    expect(await fixture.decide('take_back')).toMatchObject({ state: 'taken_back' })
    expect(await fixture.tier(id)).toMatchObject({ points: 0, tier: 'bronze' })
    expect((await fixture.board(id, { week: '2026-W47' })).entries).toEqual([])
    expect((await fixture.board(id)).own).toMatchObject({ points: 0, rank: null })
    expect(await fixture.rows(id)).toMatchObject({ points: 2 })
    const change = sql`update tier_points set points = 1`.execute(fixture.db)
    await expect(change).rejects.toThrow('append-only')
  })

  it('of points alone are taken back too', async () => {
    await using fixture = await withTiers()
    const { id } = await fixture.renter()
    await fixture.publish({ reward_micro_usd: 0, reward_points: 600 })
    await fixture.rent(id)
    await fixture.claim(id)
    expect(await fixture.decide('take_back')).toMatchObject({ state: 'taken_back' })
    expect(await fixture.tier(id)).toMatchObject({ points: 0 })
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 0 })
  })

  it('count for 365 days', async () => {
    await using fixture = await withTiers()
    const { id } = await fixture.renter()
    await fixture.give(id, 500)
    await fixture.clock.jump(365 * dayMs - 1)
    expect(await fixture.tier(id)).toMatchObject({ points: 500, tier: 'silver' })
    await fixture.clock.jump(1)
    expect(await fixture.tier(id)).toMatchObject({ points: 0, tier: 'bronze' })
  })
})

describe('a tier', () => {
  it('is announced once when it is reached, and when it is lost', async () => {
    await using fixture = await withTiers()
    const { id } = await fixture.renter()
    await fixture.give(id, 499)
    await fixture.tell()
    expect(await fixture.notices(id)).toEqual([])
    await fixture.give(id, 1)
    await fixture.tell()
    await Promise.all([fixture.announce(), fixture.announce()])
    expect(await fixture.notices(id)).toEqual([
      'Your tier is now Silver. It gives: mission rewards are pending for 3 days less; 100 more planned posts at a time.',
    ])
    await fixture.clock.jump(366 * dayMs)
    await Promise.all([fixture.announce(), fixture.announce()])
    const [, lost, ...others] = await fixture.notices(id)
    expect(lost).toContain('Your tier is now Bronze')
    expect(others).toEqual([])
  })

  it('takes days off the time for which rewards are pending, and adds planned posts', async () => {
    await using fixture = await withTiers()
    const [plain, silver] = [await fixture.renter(), await fixture.renter()]
    await fixture.give(silver.id, 500)
    await fixture.publish({ holding_days: 7 })
    for (const { id } of [plain, silver]) await fixture.rent(id)
    expect((await fixture.missions(silver.id)).current).toMatchObject({ holding_days: 4 })
    for (const { id } of [plain, silver]) await fixture.claim(id)
    const { rows } = await sql<{ id: string; at: Date }>`
      select account_id as id, payable_at as at from rewards`.execute(fixture.db)
    const daysOf = (id: string) =>
      rows
        .filter((row) => row.id === id)
        .map(({ at }) => (at.getTime() - fixture.clock.now().getTime()) / dayMs)
    expect([daysOf(plain.id), daysOf(silver.id)]).toEqual([[7], [4]])
    const now = fixture.clock.now()
    const maxOf = (id: typeof plain.id) =>
      fixture.system.transact((tx) => plannedPostQuotaOf(tx, id, now))
    expect((await maxOf(silver.id)).max - (await maxOf(plain.id)).max).toBe(100)
  })

  it('is changed by the operator for everybody at once', async () => {
    await using fixture = await withTiers()
    const { id, client } = await fixture.renter()
    await fixture.give(id, 100)
    const { tiers } = fixture.operator
    const table = await tiers.table()
    const cheaper = table.map((one) =>
      one.tier === 'silver' ? { ...one, name: 'Argent', points: 100 } : one,
    )
    await tiers.changeTable({ body: { tiers: cheaper } })
    expect(await client.tiers.status()).toMatchObject({ tier: 'silver', tiers: cheaper })
    await fixture.announce()
    expect(await fixture.notices(id)).toHaveLength(1)
    const reversed = { tiers: [...table].reverse() }
    expect(await refusalOf(tiers.changeTable({ body: reversed }))).toMatchObject({
      code: 'invalid_input',
    })
    expect(await refusalOf(client.tiers.table())).toMatchObject({ code: 'forbidden' })
  })

  it('is not for companies', async () => {
    await using fixture = await withTiers()
    const { client } = await fixture.renter()
    const { id } = await client.companies.create({ body: { name: 'Acme' } })
    const { token } = await client.auth.actAs({ body: { company_id: id } })
    const acting = fixture.server.client(token)
    const calls = [
      () => acting.tiers.status(),
      () => acting.tiers.leaderboard({ query: {} }),
      () => acting.tiers.join({ body: { name: 'Acme' } }),
      () => acting.tiers.leave(),
    ]
    for (const call of calls)
      expect(await refusalOf(call())).toMatchObject({ code: 'tier_personal' })
  })

  it('and the public name are deleted when the account is closed', async () => {
    await using fixture = await withTiers()
    const { id, client } = await fixture.someone('leaver')
    await fixture.give(id, 500)
    await fixture.tell()
    await fixture.join(id, 'Leaver')
    expect(await fixture.rows(id)).toEqual({ points: 1, announcements: 1, names: 1 })
    await client.privacy.closeAccount()
    expect(await fixture.rows(id)).toEqual({ points: 0, announcements: 0, names: 0 })
    await fixture.announce()
    expect(await fixture.rows(id)).toEqual({ points: 0, announcements: 0, names: 0 })
  })
})
