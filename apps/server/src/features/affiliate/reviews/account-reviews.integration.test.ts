import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { usd, withMissions } from '../../../../test/missions.ts'
import { refusalOf } from '../../../../test/people.ts'
import { giveReward } from '../../rewards/index.ts'
import { readReferralFacts } from '../referrals/referral-facts-store.ts'
import { listAccountReviews } from './decide-on-account.ts'
import { reviewAllVisits, reviewPosts } from './review-accounts.ts'

const dayMs = 86_400_000

describe('visitors that look bought', () => {
  it('do not count for missions, and hold the account until the operator releases it', async () => {
    await using fixture = await setup()
    const { account, system } = fixture
    await fixture.visits({ count: 100, everyMs: 60_000 })
    expect(await fixture.counted()).toBe(100)
    await reviewAllVisits(system)
    expect(await fixture.counted()).toBe(0)
    const [held] = (await fixture.operator.affiliate.accountReviews({ query: {} })).reviews
    expect(held).toMatchObject({ rule: 'bought_visits', state: 'held', account_id: account.id })
    expect(held?.evidence).toContain('100 visitors from blog.example on 2026-11-21 came at even')
    await fixture.rent(account.id)
    expect(await account.client.missions.claim()).toMatchObject({
      ...{ state: 'held', held_reason: 'account_under_review' },
    })

    const params = { rule: 'bought_visits' } as const
    const text = 'A newsletter'
    const appealed = await account.client.affiliate.appealReview({ params, body: { text } })
    expect(appealed.appealed_at).not.toBeNull()
    const again = account.client.affiliate.appealReview({ params, body: { text } })
    expect(await refusalOf(again)).toMatchObject({ code: 'state_conflict' })
    const decided = await fixture.operator.affiliate.decideOnAccount({
      params: { account_id: account.id, rule: 'bought_visits' },
      body: { decision: 'release', reason: 'A newsletter' },
    })
    expect(decided).toMatchObject({ state: 'released', appeal_text: text })
    await reviewAllVisits(system)
    expect(await fixture.counted()).toBe(100)
    expect((await account.client.affiliate.status()).reviews).toMatchObject([{ state: 'released' }])
  })

  it('are found by the claim itself, before the next look', async () => {
    await using fixture = await setup()
    await fixture.visits({ count: 100, everyMs: 60_000 })
    const claim = fixture.account.client.missions.claim()
    expect(await refusalOf(claim)).toMatchObject({ code: 'mission_unmet' })
  })

  it('are none that come as people do, and browsers that ask for privacy count half at most', async () => {
    await using fixture = await setup()
    const gaps = (n: number) => 1_000 * (n % 7) ** 4
    await fixture.visits({ count: 60, everyMs: gaps })
    await fixture.visits({ count: 200, everyMs: gaps, isPrivate: true })
    await reviewAllVisits(fixture.system)
    expect((await fixture.account.client.affiliate.status()).reviews).toEqual([])
    expect(await fixture.counted()).toBe(120)
  })
})

describe('posts', () => {
  it('that repeat those of another account hold it, never the first, and never texts of the library', async () => {
    await using fixture = await setup()
    const { account, other, db } = fixture
    await sql`insert into media (id, kind, title, detail, platforms, languages, texts, state, created_at)
      values ('med_1', 'text', 'T', '', '{}', '{}',
        ${JSON.stringify([{ platform: 'x', text: wordsOf('offered') }])}, 'draft', now())`.execute(
      db,
    )
    for (const nth of [1, 2, 3]) {
      await fixture.post(other.id, { text: wordsOf(`own${nth}`), daysAgo: 5 })
      await fixture.post(account.id, { text: wordsOf(`own${nth}`), daysAgo: 3 })
      await fixture.post(account.id, { text: wordsOf('offered'), daysAgo: 2 })
      await fixture.post(other.id, { text: wordsOf('offered'), daysAgo: 1 })
    }
    await reviewPosts(fixture.system)
    expect(await fixture.held()).toEqual([{ account_id: account.id, rule: 'copied_posts' }])
  })

  it('that go after rewards hold the account, until it is not seen again for 30 days', async () => {
    await using fixture = await setup()
    const { account, db } = fixture
    for (const nth of [1, 2, 3])
      await fixture.post(account.id, { text: wordsOf(`p${nth}`), daysAgo: 9, goneDaysAgo: 2 })
    await reviewPosts(fixture.system)
    expect(await fixture.held()).toEqual([])
    await fixture.rent(account.id)
    await fixture.reward(account.id)
    await sql`update rewards set created_at = created_at - interval '8 days'`.execute(db)
    await reviewPosts(fixture.system)
    expect(await fixture.held()).toEqual([{ account_id: account.id, rule: 'deleted_posts' }])
    const { reviews } = await account.client.affiliate.status()
    expect(reviews).toMatchObject([{ rule: 'deleted_posts', state: 'held' }])
    await fixture.clock.jump(91 * dayMs)
    await reviewPosts(fixture.system)
    expect(await fixture.held()).toEqual([])
  })
})

const wordsOf = (seed: string) => Array.from({ length: 25 }, (_, n) => `${seed}w${n}`).join(' ')

/** An account with a mission for 80 visitors, and another one. */
async function setup() {
  const fixture = await withMissions()
  const { db, clock, system } = fixture
  const account = await fixture.renter()
  const other = await fixture.renter()
  await fixture.publish({
    steps: [
      { fact: 'referral_visitors', at_least: 80 },
      { fact: 'rented_hours', at_least: 2 },
    ],
    ...{ match: 'any', reward_micro_usd: usd },
  })
  let made = 0
  return {
    ...fixture,
    ...{ account, other },
    /** Visitors of the account for missions. */
    async counted() {
      const [from, to] = [new Date('2026-11-21T00:00:00Z'), new Date('2026-11-22T00:00:00Z')]
      return (await readReferralFacts(db, { accountId: account.id, from, to })).visitors
    },
    async visits({
      count,
      everyMs,
      isPrivate = false,
    }: {
      count: number
      everyMs: number | ((n: number) => number)
      isPrivate?: boolean
    }) {
      let at = Date.parse('2026-11-21T01:00:00Z')
      for (let n = 0; n < count; n += 1) {
        made += 1
        at += typeof everyMs === 'number' ? everyMs : everyMs(n)
        await sql`insert into affiliate_clicks (id, account_id, at, page, campaign, sub_id, source, again, is_private)
          values (${`clk_${made}`}, ${account.id}, ${new Date(at)}, '', '', '', 'blog.example', false, ${isPrivate})`.execute(
          db,
        )
      }
    },
    async post(
      accountId: AccountId,
      { text, daysAgo, goneDaysAgo }: { text: string; daysAgo: number; goneDaysAgo?: number },
    ) {
      made += 1
      const [id, at] = [`pst_${made}`, new Date(clock.now().getTime() - daysAgo * dayMs)]
      const state = goneDaysAgo === undefined ? 'published' : 'gone'
      await sql`insert into posts (id, account_id, text, at, created_at, changed_at)
        values (${id}, ${accountId}, ${text}, ${at}, ${at}, ${at})`.execute(db)
      await sql`insert into connected_accounts (id, account_id, channel, external_id, name, handle, profile_url, input,
          state, scopes, connected_at, checked_at)
        values (${`con_${accountId}`}, ${accountId}, 'bluesky', ${accountId}, 'A', 'a', 'https://a.example', 'a',
          'connected', '{}', now(), now()) on conflict do nothing`.execute(db)
      await sql`insert into post_targets (post_id, connected_account_id, account_id, channel, handle, publishes, state,
          attempt_key, due_at, published_at)
        values (${id}, ${`con_${accountId}`}, ${accountId}, 'bluesky', 'a', true, ${state}, ${id}, ${at}, ${at})`.execute(
        db,
      )
      if (goneDaysAgo === undefined) return
      const goneAt = new Date(clock.now().getTime() - goneDaysAgo * dayMs)
      await sql`insert into post_checks (post_id, connected_account_id, at, outcome, text, links)
        values (${id}, ${`con_${accountId}`}, ${goneAt}, 'gone', '', '{}')`.execute(db)
    },
    reward: (accountId: AccountId) =>
      system.transact((tx) =>
        giveReward(system, tx, {
          ...{ accountId, microUsd: usd, source: 'operator', text: 'Thanks', key: 'thanks' },
          payableAt: clock.now(),
        }),
      ),
    async held() {
      const { reviews } = await listed(fixture)
      return reviews.map(({ account_id, rule }) => ({ account_id, rule }))
    },
    [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
  }
}

/** Sessions end while the clock is turned. */
function listed({ asOperator }: Awaited<ReturnType<typeof withMissions>>) {
  return listAccountReviews(asOperator, { state: 'held', page: 1, page_size: 20 })
}
