import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { giveCredit } from '../../../test/credit.ts'
import { dayMs, type MissionsFixture, usd, withMissions } from '../../../test/missions.ts'
import { refusalOf } from '../../../test/people.ts'

describe('the bound of rewards', () => {
  it('says exactly which fees are missing, and lets the claim be made once they are paid', async () => {
    await using fixture = await withMissions()
    const { id } = await fixture.renter()
    await fixture.publish({ reward_micro_usd: 8 * usd })
    await fixture.rent(id)
    const refused = await refusalOf(fixture.claim(id))
    expect(refused).toMatchObject({
      code: 'mission_reward_bound',
      details: { share: '50 %', missing: '$6.00', missing_micro_usd: 6 * usd },
    })
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 800 * usd })
    await fixture.rent(id, { microUsd: 59_999_980 })
    expect(await refusalOf(fixture.claim(id))).toMatchObject({
      ...{ code: 'mission_reward_bound', details: { missing_micro_usd: 2 } },
    })
    await fixture.rent(id, { microUsd: 20 })
    expect(await fixture.claim(id)).toMatchObject({ state: 'paid' })
  })

  it('counts a fee once at every height of a tree of referrals, less the commission on it', async () => {
    await using fixture = await withMissions()
    const [top, below] = [await fixture.renter(), await fixture.renter()]
    await refer(fixture, top, below)
    await fixture.publish({ reward_micro_usd: 4 * usd })
    await fixture.publish({
      ...{ title: 'Refer', steps: [{ fact: 'referral_sign_ups', at_least: 1 }], order: 0 },
      reward_micro_usd: 4 * usd,
    })
    await fixture.rent(below.id)
    // $10 of fees less $2 of commission stand behind $4, which the referrer claims first.
    expect(await fixture.claim(top.id)).toMatchObject({ title: 'Refer', state: 'paid' })
    expect(await refusalOf(fixture.claim(below.id))).toMatchObject({
      ...{ code: 'mission_reward_bound', details: { missing_micro_usd: 8 * usd } },
    })
  })

  it('lets two accounts of one tree that claim at the same instant share one fee', async () => {
    await using fixture = await withMissions()
    const [top, one, two] = [await fixture.renter(), await fixture.renter(), await fixture.renter()]
    await refer(fixture, top, one)
    await refer(fixture, one, two)
    await fixture.publish({ reward_micro_usd: 4 * usd })
    const steps = [{ fact: 'referral_sign_ups', at_least: 1 }] as const
    await fixture.publish({
      steps: [...steps],
      title: 'Refer',
      order: 0,
      reward_micro_usd: 4 * usd,
    })
    await fixture.rent(two.id)
    const people = [top, one, two, top, one, two]
    const codes = await Promise.all(people.map(({ id }) => refusalOf(fixture.claim(id))))
    expect(codes.filter(({ code }) => code === 'good')).toHaveLength(1)
    expect(await fixture.money()).toMatchObject({ rewards: 4 * usd })
  })

  it('leaves out welcome credit, and fees from before the 90 days', async () => {
    await using fixture = await withMissions()
    await fixture.operator.operator.writeSettings({
      body: { starting_credit_micro_usd: 100 * usd },
    })
    const guest = await fixture.someone('guest')
    const { id } = await fixture.renter()
    await fixture.publish({ ends_at: '2027-10-01T00:00:00.000Z' })
    const { system } = fixture
    await system.transact((tx) =>
      giveCredit(system, tx, { accountId: guest.id, microUsd: 10 * usd }),
    )
    // $10 of the $100 is paid money, and $1 of the fee.
    await fixture.rent(guest.id)
    expect(await refusalOf(fixture.claim(guest.id))).toMatchObject({
      ...{ code: 'mission_reward_bound', details: { missing_micro_usd: 9 * usd } },
    })
    await fixture.rent(id)
    await fixture.clock.jump(91 * dayMs)
    expect(await refusalOf(fixture.claim(id))).toMatchObject({ code: 'mission_reward_bound' })
    await fixture.rent(id)
    expect(await fixture.claim(id)).toMatchObject({ state: 'paid' })
  })

  it('follows the share that the operator sets, down to nothing', async () => {
    await using fixture = await withMissions()
    const { id } = await fixture.renter()
    await fixture.publish()
    await fixture.rent(id)
    await fixture.operator.missions.changeSettings({ body: { share_basis_points: 4_999 } })
    expect(await refusalOf(fixture.claim(id))).toMatchObject({ code: 'mission_reward_bound' })
    await fixture.operator.missions.changeSettings({ body: { share_basis_points: 5_000 } })
    expect(await fixture.claim(id)).toMatchObject({ state: 'paid' })
  })
})

describe('a doubtful claim', () => {
  it('is held with its evidence, and paid once the operator releases it', async () => {
    await using fixture = await withMissions()
    const { id } = await held(fixture)
    expect(await fixture.claim(id)).toMatchObject({
      ...{ state: 'held', held_reason: 'referral_under_review' },
    })
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 500 * usd })
    expect(await fixture.decide('release')).toMatchObject({
      ...{ state: 'paid', releases: 1, evidence: [{ fact: 'rented_hours', value: 2 }] },
    })
    expect(await fixture.money()).toEqual({ rewards: 5 * usd, budget: 495 * usd })
  })

  it('that is rejected says why, and cannot be claimed again; its reward is free again', async () => {
    await using fixture = await withMissions()
    const { id, other } = await held(fixture, { claims_max: 1 })
    await fixture.claim(id)
    await fixture.rent(other.id, { microUsd: 200 * usd })
    expect(await refusalOf(fixture.claim(other.id))).toMatchObject({ code: 'mission_none' })
    expect(await fixture.decide('reject')).toMatchObject({ state: 'rejected' })
    expect(await refusalOf(fixture.claim(id))).toMatchObject({ code: 'mission_none' })
    const { rows } = await sql`select state, decision_text from mission_claims`.execute(fixture.db)
    expect(rows).toEqual([{ state: 'rejected', decision_text: 'For a test' }])
    // The other one is the account that was referred: its claim is held, too.
    expect(await fixture.claim(other.id)).toMatchObject({ held_reason: 'referred_by_self' })
  })

  it('keeps its reward in the budget when the mission is closed, which a rejection returns', async () => {
    await using fixture = await withMissions()
    const { id } = await held(fixture)
    await fixture.claim(id)
    await fixture.clock.jump(30 * dayMs)
    await fixture.close()
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 5 * usd })
    await fixture.decide('reject')
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 0 })
  })

  it('above the amount needs the release of two operators', async () => {
    await using fixture = await withMissions()
    const { id, other } = await held(fixture)
    await fixture.operator.missions.changeSettings({
      body: { two_releases_above_micro_usd: 4 * usd },
    })
    await fixture.claim(id)
    expect(await fixture.decide('release')).toMatchObject({ state: 'held', releases: 1 })
    expect(await refusalOf(fixture.decide('release'))).toMatchObject({ code: 'state_conflict' })
    expect(await fixture.decide('release', other.id)).toMatchObject({ state: 'paid', releases: 2 })
  })
})

describe('a paid reward', () => {
  it('is taken back while it is pending, and not once it was claimed', async () => {
    await using fixture = await withMissions()
    const { id, client } = await fixture.renter()
    await fixture.publish({ holding_days: 7 })
    await fixture.rent(id)
    await fixture.claim(id)
    const totals = async () => (await client.rewards.list({ query: {} })).totals
    expect(await totals()).toMatchObject({ pending_micro_usd: 5 * usd })
    expect(await fixture.decide('take_back')).toMatchObject({ state: 'taken_back' })
    expect(await totals()).toMatchObject({ pending_micro_usd: 0, claimable_micro_usd: 0 })
    const { entries } = await client.rewards.list({ query: { kind: 'reward' } })
    expect(entries).toMatchObject([{ state: 'taken_back' }])
    expect(await fixture.money()).toMatchObject({ rewards: 0 })
    const other = await fixture.renter()
    // Both are met: the operator's order says which one is claimed.
    await fixture.publish({ title: 'At once', order: 1 })
    await fixture.rent(other.id)
    await fixture.claim(other.id)
    await other.client.rewards.claim()
    expect(await refusalOf(fixture.decide('take_back'))).toMatchObject({ code: 'state_conflict' })
    expect(await fixture.money()).toMatchObject({ rewards: 0 })
  })
})

type Person = Awaited<ReturnType<MissionsFixture['renter']>>

async function refer(_: MissionsFixture, affiliate: Person, referred: Person): Promise<void> {
  const { code } = await affiliate.client.affiliate.status()
  await referred.client.affiliate.refer({ body: { code } })
}

/** An account that met a mission and has a referral under review. */
async function held(fixture: MissionsFixture, mission: { claims_max?: number } = {}) {
  const [{ id, client }, other] = [await fixture.renter(), await fixture.renter()]
  await refer(fixture, { id, client } as Person, other)
  await sql`update affiliate_referrals set state = 'held', held_reason = 'same_party'`.execute(
    fixture.db,
  )
  await fixture.publish(mission)
  await fixture.rent(id, { microUsd: 200 * usd })
  return { id, other }
}
