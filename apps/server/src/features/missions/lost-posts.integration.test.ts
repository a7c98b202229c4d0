import type { AccountId, MissionClaimId, PostId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayMs, usd, withMissions } from '../../../test/missions.ts'
import { refusalOf } from '../../../test/people.ts'
import { connectSite, insertPublished } from '../../../test/published-posts.ts'
import { saveSubscribers } from '../../platform/business-events/business-events-store.ts'
import { deliverEvents } from '../../platform/business-events/deliver-events.ts'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Db } from '../../platform/database/connect.ts'
import { postChanged, postGone } from '../posts/index.ts'
import { claimRewards } from '../rewards/claim-rewards.ts'
import { readTierStatus } from '../tiers/read-tier-status.ts'
import { appealClaim } from './claims/appeal-claim.ts'
import { onLostPost } from './lost-posts/on-lost-post.ts'
import { decideOnClaim, listClaims } from './operator/decide-claim.ts'

describe('a reward for a post that is gone', () => {
  it('is frozen with evidence, and the account is told', async () => {
    await using fixture = await setup({ holding_days: 7 })
    const { ada, post } = fixture
    await fixture.claim(ada.id)
    await fixture.lose(post, 'gone')
    const { claims, total } = await fixture.queue()
    expect(total).toBe(1)
    expect(claims).toMatchObject([
      {
        ...{ state: 'held', held_reason: 'post_gone', reward_claimed: false, open: true },
        evidence: [{ fact: 'posts_published', value: 1, met: true }],
        lost_posts: [
          {
            ...{ channel: 'website', url: `https://blog.example/${post}`, outcome: 'gone' },
            at: '2026-11-21T10:00:00.000Z',
          },
        ],
      },
    ])
    expect(await fixture.notices(ada.id)).toEqual([
      'The reward of the mission Post about us is under review: a post that it counted is not public any more. You can appeal under Missions.',
    ])
    const { entries, totals } = await ada.client.rewards.list({ query: { kind: 'reward' } })
    expect(entries).toMatchObject([{ state: 'held' }])
    expect(totals).toMatchObject({ pending_micro_usd: 5 * usd, claimable_micro_usd: 0 })
    await fixture.clock.jump(30 * dayMs)
    expect(await fixture.claimRewards(ada.id)).toBe('nothing_to_claim')
    expect(await fixture.money()).toMatchObject({ rewards: 5 * usd })
    await fixture.lose(post, 'gone')
    expect((await fixture.notices(ada.id)).length).toBe(1)
  })

  it('goes on after its release, with the pending time that it had left', async () => {
    await using fixture = await setup({ holding_days: 7 })
    const { ada, post } = fixture
    await fixture.claim(ada.id)
    await fixture.clock.jump(2 * dayMs)
    await fixture.lose(post, 'link_missing')
    await fixture.clock.jump(20 * dayMs)
    expect(await fixture.decide('release')).toMatchObject({ state: 'paid', open: false })
    await fixture.clock.jump(5 * dayMs - 1)
    expect(await fixture.claimRewards(ada.id)).toBe('nothing_to_claim')
    await fixture.clock.jump(1)
    expect(await fixture.claimRewards(ada.id)).toBe('good')
    expect(await fixture.money()).toMatchObject({ rewards: 0 })
    // The operator accepted that post: it is not held for it again.
    await fixture.lose(post, 'gone')
    expect((await fixture.queue()).total).toBe(0)
  })

  it('takes its points with it while it is held, and brings them back for their week', async () => {
    await using fixture = await setup({ reward_points: 120 })
    const { ada, post } = fixture
    const points = async () => (await readTierStatus(fixture.as(ada.id))).points
    await fixture.claim(ada.id)
    expect(await points()).toBe(120)
    await fixture.lose(post, 'gone')
    expect(await points()).toBe(0)
    await fixture.clock.jump(8 * dayMs)
    expect(await fixture.decide('release')).toMatchObject({ state: 'paid' })
    expect(await points()).toBe(120)
    const { rows } = await sql`select points, week::text from tier_points
      where account_id = ${ada.id} order by number`.execute(fixture.db)
    expect(rows).toEqual([
      ...[120, -120, 120].map((given) => ({ points: given, week: '2026-11-16' })),
    ])
  })

  it('of points alone is held and rejected, too', async () => {
    await using fixture = await setup({ reward_micro_usd: 0, reward_points: 120 })
    const { ada, post } = fixture
    await fixture.claim(ada.id)
    await fixture.lose(post, 'gone')
    expect(await fixture.decide('reject')).toMatchObject({ state: 'rejected' })
    expect((await ada.client.tiers.status()).points).toBe(0)
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 0 })
  })

  it('returns to the platform when it is rejected', async () => {
    await using fixture = await setup({ holding_days: 7 })
    const { ada, post } = fixture
    await fixture.claim(ada.id)
    await fixture.lose(post, 'not_disclosed')
    expect(await fixture.decide('reject')).toMatchObject({ state: 'rejected', open: false })
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 495 * usd })
    const { entries } = await ada.client.rewards.list({ query: { kind: 'reward' } })
    expect(entries).toMatchObject([{ state: 'taken_back' }])
    expect((await fixture.missions(ada.id)).current).toBeNull()
  })

  it('that was claimed is left to the operator, who takes others back', async () => {
    await using fixture = await setup()
    const { ada, post } = fixture
    await fixture.claim(ada.id)
    expect(await fixture.claimRewards(ada.id)).toBe('good')
    await fixture.publish({ ...rent, holding_days: 7 })
    await fixture.rent(ada.id)
    await fixture.claim(ada.id)
    await fixture.lose(post, 'gone')
    expect((await fixture.queue()).claims).toMatchObject([
      { title: 'Post about us', state: 'held', reward_claimed: true },
    ])
    expect(await fixture.money()).toMatchObject({ rewards: 4 * usd })
    const rejected = await fixture.decide('reject')
    expect(rejected).toMatchObject({ state: 'rejected', recovered_micro_usd: 4 * usd })
    expect(await fixture.money()).toMatchObject({ rewards: 0 })
    expect((await fixture.queue('taken_back')).claims).toMatchObject([{ title: rent.title }])
    await fixture.appeal(ada.id, rejected.id)
    await fixture.decideAs(fixture.other.id, rejected.id, 'release')
    expect(await fixture.claimRewards(ada.id)).toBe('good')
    expect(await fixture.money()).toMatchObject({ rewards: 0 })
  })

  it('is either claimed or frozen, and never both, at the same instant', async () => {
    await using fixture = await setup()
    const { ada, link } = fixture
    for (let round = 0; round < 8; round += 1) {
      await sql`delete from posts`.execute(fixture.db)
      await fixture.rent(ada.id)
      await fixture.publish({ ...posting, title: `Round ${round}`, order: 0 })
      const post = await fixture.posted(ada.id, `Round ${round}: ${link} #ad`)
      const { id } = await fixture.claim(ada.id)
      await fixture.mark(post, 'gone')
      const [claimed] = await Promise.all([fixture.claimRewards(ada.id), fixture.deliver()])
      const { claims } = await fixture.queue()
      const reward_claimed = claimed === 'good'
      expect(claims.find((one) => one.id === id)).toMatchObject({ state: 'held', reward_claimed })
      const { rewards } = await fixture.money()
      expect(rewards).toBe(5 * usd * claims.filter((one) => !one.reward_claimed).length)
    }
  })

  it('is not held while other posts meet its steps, and is held once too many are lost', async () => {
    await using fixture = await setup()
    const { ada, post } = fixture
    const second = await fixture.posted(ada.id, `Second: ${fixture.link} #ad`)
    await fixture.claim(ada.id)
    await fixture.lose(post, 'gone')
    expect((await fixture.queue()).total).toBe(0)
    await fixture.lose(second, 'changed')
    const { claims } = await fixture.queue()
    const outcomes = claims[0]?.lost_posts.map(({ outcome }) => outcome)
    expect(outcomes?.toSorted()).toEqual(['changed', 'gone'])
  })

  it('is found when the post goes after a claim measured it, and before it is paid', async () => {
    await using fixture = await setup()
    const { ada, post, system, db } = fixture
    const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The claim has measured its steps when it waits for the row of its mission.
    const blocker = system.transact(async (tx) => {
      await sql`select from missions for update`.execute(tx.db)
      locked.resolve()
      await unlock.promise
    })
    await locked.promise
    const claim = fixture.claim(ada.id)
    await waiting(db, 1)
    await fixture.mark(post, 'gone')
    const delivered = fixture.deliver()
    await Promise.race([delivered, waiting(db, 2)])
    unlock.resolve()
    await Promise.all([blocker, delivered])
    expect(await claim).toMatchObject({ state: 'paid' })
    expect((await fixture.queue()).claims).toMatchObject([{ state: 'held' }])
  })

  it('of a mission that has ended and was closed is held and rejected, too', async () => {
    await using fixture = await setup({ holding_days: 60, claims_max: 1 })
    const { ada, post } = fixture
    await fixture.claim(ada.id)
    await fixture.clock.jump(40 * dayMs)
    await fixture.close()
    expect(await fixture.money()).toEqual({ rewards: 5 * usd, budget: 0 })
    await fixture.lose(post, 'gone')
    expect(await fixture.decide('reject')).toMatchObject({ state: 'rejected' })
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 0 })
  })

  it('above the amount needs the release of two operators', async () => {
    await using fixture = await setup({ holding_days: 7 })
    const { ada, post } = fixture
    await fixture.operator.missions.changeSettings({
      body: { two_releases_above_micro_usd: 4 * usd },
    })
    await fixture.claim(ada.id)
    await fixture.lose(post, 'gone')
    expect(await fixture.decide('release')).toMatchObject({ state: 'held', releases: 1 })
    expect(await fixture.decide('release', fixture.other.id)).toMatchObject({ state: 'paid' })
  })
})

describe('an appeal', () => {
  it('is read first in the queue, once for each claim, by its account alone', async () => {
    await using fixture = await setup({ holding_days: 7 })
    const { ada, post, other } = fixture
    const { id } = await fixture.claim(ada.id)
    expect(await refusalOf(fixture.appeal(ada.id, id))).toMatchObject({ code: 'state_conflict' })
    await fixture.lose(post, 'gone')
    expect(await refusalOf(fixture.appeal(other.id, id))).toMatchObject({ code: 'not_found' })
    const both = await Promise.all([0, 1].map(() => refusalOf(fixture.appeal(ada.id, id))))
    expect(both.map(({ code }) => code).sort()).toEqual(['good', 'state_conflict'])
    expect((await fixture.queue()).claims).toMatchObject([
      { appeal_text: 'It was moved to another page', appealed_at: expect.any(String) },
    ])
    // It was read before the decision, which is the last one.
    await fixture.decide('reject')
    expect((await fixture.queue()).total).toBe(0)
    expect(await refusalOf(fixture.appeal(ada.id, id))).toMatchObject({ code: 'state_conflict' })
  })

  it('of a rejected claim is decided by another operator, who pays it or upholds it', async () => {
    await using fixture = await setup({ holding_days: 7 })
    const { ada, post, other, provider } = fixture
    const { id } = await fixture.claim(ada.id)
    await fixture.lose(post, 'gone')
    await fixture.decide('reject')
    await fixture.appeal(ada.id, id)
    expect((await fixture.queue()).claims).toMatchObject([{ id, state: 'rejected', open: true }])
    const byFirst = fixture.decideAs(provider.id, id, 'release')
    expect(await refusalOf(byFirst)).toMatchObject({ code: 'state_conflict' })
    const decisions = [0, 1].map(() => refusalOf(fixture.decideAs(other.id, id, 'release')))
    const codes = (await Promise.all(decisions)).map(({ code }) => code).sort()
    expect(codes).toEqual(['good', 'state_conflict'])
    expect(await fixture.money()).toEqual({ rewards: 5 * usd, budget: 495 * usd })
    expect(await fixture.claimRewards(ada.id)).toBe('good')
    expect(await fixture.money()).toMatchObject({ rewards: 0 })
  })

  it('that is not followed ends the review', async () => {
    await using fixture = await setup({ holding_days: 7 })
    const { ada, post, other } = fixture
    const { id } = await fixture.claim(ada.id)
    await fixture.lose(post, 'gone')
    await fixture.decide('reject')
    await fixture.appeal(ada.id, id)
    const upheld = await fixture.decideAs(other.id, id, 'reject')
    expect(upheld).toMatchObject({ state: 'rejected', open: false, decision_text: 'For a test' })
    expect(await refusalOf(fixture.decideAs(other.id, id, 'release'))).toMatchObject({
      code: 'state_conflict',
    })
    expect(await fixture.money()).toMatchObject({ rewards: 0 })
  })
})

const posting = {
  title: 'Post about us',
  steps: [{ fact: 'posts_published' as const, at_least: 1 }],
}
const rent = { title: 'Rent', order: 0, reward_micro_usd: 4 * usd }

/** Resolves once so many connections wait for a lock. */
async function waiting(db: Db, connections: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length >= connections) return
  }
}

/** An account whose fees stand behind its rewards, with a post and a mission that it completes. */
async function setup(mission: object = {}) {
  const fixture = await withMissions()
  const { db, system, clock, as } = fixture
  await system.transact((tx) => saveSubscribers(tx, [onLostPost]))
  const [ada, other] = [await fixture.renter(), await fixture.renter()]
  const { referral_link: link } = await ada.client.posts.calendar({ query: {} })
  const account = await connectSite(fixture, ada.id)
  const posted = (id: AccountId, text: string) =>
    insertPublished(fixture, { id }, { text, account })
  await fixture.rent(ada.id)
  await fixture.publish({ ...posting, ...mission })
  const post = await posted(ada.id, `I render here: ${link} #ad`)

  /** Stores a check with its event, as the check of posts does. */
  async function mark(
    subject: PostId,
    outcome: 'gone' | 'changed' | 'link_missing' | 'not_disclosed',
  ): Promise<void> {
    const url = `https://blog.example/${subject}`
    const payload = { connected_account_id: account, channel: 'website' as const, url }
    const of = { subject, accountId: ada.id }
    const event =
      outcome === 'gone'
        ? postGone.of({ ...of, payload })
        : postChanged.of({ ...of, payload: { ...payload, outcome } })
    await system.transact(async (tx) => {
      await sql`insert into post_checks (post_id, connected_account_id, at, outcome, text, links)
        values (${subject}, ${account}, ${clock.now()}, ${outcome}, 'Found', '{}')
        on conflict do nothing`.execute(tx.db)
      if (outcome === 'gone')
        await sql`update post_targets set state = 'gone' where post_id = ${subject}`.execute(tx.db)
      await recordEvents(system, tx, [event])
    })
  }

  /** Delivers events until none is left: another replica, the server's own, may deliver some. */
  async function deliver(): Promise<void> {
    for (;;) {
      await deliverEvents(system, onLostPost, new AbortController().signal)
      const { rows } = await sql`select from business_events
        where subscriber = ${onLostPost.name}`.execute(db)
      if (rows.length === 0) return
    }
  }

  return {
    ...{ ...fixture, ada, other, link, post, posted, mark, deliver },
    async lose(subject: PostId, outcome: Parameters<typeof mark>[1]): Promise<void> {
      await mark(subject, outcome)
      await deliver()
    },
    queue: (state: Parameters<typeof listClaims>[1]['state'] = 'open') =>
      listClaims(fixture.asOperator, { state, page: 1, page_size: 20 }),
    claimRewards: async (id: AccountId) =>
      (await refusalOf(claimRewards(as(id), { to: 'balance' }))).code,
    appeal: (by: AccountId, id: MissionClaimId) =>
      appealClaim(as(by), id, { text: 'It was moved to another page' }),
    decideAs: (by: AccountId, id: MissionClaimId, decision: 'release' | 'reject') => {
      const actor = anActor(by, { role: 'operator' })
      return decideOnClaim({ ...system, actor }, id, { decision, reason: 'For a test' })
    },
    async notices(id: AccountId): Promise<string[]> {
      const { rows } = await sql<{ text: string }>`select text from notices
        where account_id = ${id} order by at`.execute(db)
      return rows.map(({ text }) => text)
    },
    [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
  }
}
