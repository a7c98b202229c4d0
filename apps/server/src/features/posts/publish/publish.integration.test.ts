import type { PostId } from '@gridloom/contract/core/ids'
import { startServer } from '@gridloom/testkit/server'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type AmbassadorsFixture, withAmbassadors } from '../../../../test/ambassadors.ts'
import { refusalOf } from '../../../../test/people.ts'
import { type ChannelDriver, ChannelFailed } from '../../channels/drivers/driver.ts'
import type { PostsCtx } from '../ctx.ts'
import { claimDue } from './due-store.ts'
import { claimMs, publishDue } from './publish-due.ts'

const hourMs = 60 * 60_000
// The wall clock is shifted alone, so that the server's own loop sleeps: each test publishes by itself.
const path = '/api/v1/statuses'

describe('a planned post', () => {
  it('is published at its time, once, also by two replicas at the same time', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system, server } = site
    const ada = await site.ambassador()
    await using replica = await startServer({
      ...{ clock, databaseUrl: server.container.databaseUrl, config: { webhookPrivate: 'allow' } },
    })
    const ids: PostId[] = []
    for (let one = 0; one < 12; one += 1) ids.push(await site.plan(ada, { text: `Frame ${one}` }))
    await publishDue(system)
    expect(mastodon.statuses.size).toBe(0)
    clock.shiftWall(hourMs)
    const both = [system, replica.container.system, system, replica.container.system]
    await Promise.all(both.map((ctx) => publishDue(withoutKeys(ctx))))
    // Those that one replica skipped, as another one had them locked.
    await publishDue(withoutKeys(system))
    expect([...mastodon.statuses.values()].map(({ text }) => text).sort()).toEqual(
      ids.map((_id, at) => `Frame ${at}`).sort(),
    )
    expect(await site.targetOf(ada, ids[0] ?? fail())).toMatchObject({
      ...{ state: 'published', problem: null, published_at: clock.now().toISOString() },
      url: expect.stringContaining(`${mastodon.url}/@ada/`),
    })
  })

  it('has its own text at an account, if it was given one', async () => {
    await using site = await withAmbassadors()
    const ada = await site.ambassador()
    const targets = [{ connected_account_id: ada.account, text: 'For Mastodon' }]
    await ada.client.posts.create({ body: { text: 'For all', at: 'now', targets } })
    await publishDue(site.system)
    expect([...site.mastodon.statuses.values()]).toMatchObject([{ text: 'For Mastodon' }])
  })

  it('that was edited or rescheduled when it is due is published with the new text or later', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system } = site
    const ada = await site.ambassador()
    const [edited, moved] = [await site.plan(ada, { text: 'Old' }), await site.plan(ada)]
    clock.shiftWall(hourMs)
    const targets = [{ connected_account_id: ada.account }]
    const body = { text: 'New', at: 'now' as const, targets }
    const [, outcome] = await Promise.all([
      publishDue(system),
      refusalOf(ada.client.posts.edit({ params: { id: edited }, body })),
      refusalOf(
        ada.client.posts.reschedule({ params: { id: moved }, body: { at: site.later(hourMs) } }),
      ),
    ])
    await publishDue(system)
    const expected = outcome.code === 'good' ? 'New' : 'Old'
    expect(['good', 'post_under_way']).toContain(outcome.code)
    const texts = [...mastodon.statuses.values()].map(({ text }) => text)
    expect(texts.filter((text) => text === 'New' || text === 'Old')).toEqual([expected])
  })

  it('that is cancelled while it is published stays published; one that waits is not published', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system } = site
    const ada = await site.ambassador()
    const [under, waiting] = [await site.plan(ada), await site.plan(ada, { text: 'Never' })]
    await ada.client.posts.cancel({ params: { id: waiting } })
    clock.shiftWall(hourMs)
    const arrived = Promise.withResolvers<() => void>()
    mastodon.answerNext(path, (response) =>
      arrived.resolve(() => response.writeHead(429, { 'retry-after': '60' }).end()),
    )
    const publishing = publishDue(system)
    const answer = await arrived.promise
    expect((await refusalOf(ada.client.posts.cancel({ params: { id: under } }))).code).toBe(
      'post_under_way',
    )
    answer()
    await publishing
    expect(await ada.client.posts.cancel({ params: { id: under } })).toMatchObject({
      state: 'cancelled',
    })
    clock.shiftWall(2 * hourMs)
    await publishDue(system)
    expect(mastodon.statuses.size).toBe(0)
  })

  it('of an account that was disconnected fails with its remedy, and is published after reconnecting', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system } = site
    const ada = await site.ambassador()
    const id = await site.plan(ada)
    await ada.client.channels.disconnect({ params: { id: ada.account } })
    clock.shiftWall(hourMs)
    await publishDue(system)
    expect(await site.targetOf(ada, id)).toMatchObject({ state: 'failed', problem: 'reconnect' })
    expect(await site.notices(ada)).toEqual([expect.stringMatching(/^A post was not published to/)])
    const { url } = await ada.client.channels.connect({
      ...{ params: { channel: 'mastodon' }, body: { input: mastodon.url } },
    })
    await ada.client.channels.finish({ body: { query: mastodon.grant(url, 'ada') } })
    await ada.client.posts.retry({ params: { id } })
    await publishDue(system)
    expect(await site.targetOf(ada, id)).toMatchObject({ state: 'published', problem: null })
    expect((await refusalOf(ada.client.posts.retry({ params: { id } }))).code).toBe(
      'post_not_failed',
    )
  })

  it('is published up to six hours late; later it has failed, and is retried by its owner', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system } = site
    const ada = await site.ambassador()
    const [late, missed] = [await site.plan(ada), await site.plan(ada, { text: 'Too late' })]
    await sql`update post_targets set due_at = due_at - interval '1 hour', next_try_at = due_at
      where post_id = ${missed}`.execute(site.db)
    clock.shiftWall(7 * hourMs)
    await publishDue(system)
    expect(await site.targetOf(ada, late)).toMatchObject({ state: 'published' })
    expect(await site.targetOf(ada, missed)).toMatchObject({ state: 'failed', problem: 'missed' })
    await ada.client.posts.retry({ params: { id: missed } })
    await publishDue(system)
    expect(mastodon.statuses.size).toBe(2)
  })

  it('waits for Retry-After, and is tried for a day where the channel is down', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system } = site
    const ada = await site.ambassador()
    const id = await site.plan(ada)
    clock.shiftWall(hourMs)
    mastodon.answerNext(path, (response) => response.writeHead(429, { 'retry-after': '600' }).end())
    await publishDue(system)
    expect(await site.targetOf(ada, id)).toMatchObject({
      ...{ state: 'planned', next_try_at: site.later(600_000) },
    })
    clock.shiftWall(599_000)
    await publishDue(system)
    expect(mastodon.statuses.size).toBe(0)
    await mastodon[Symbol.asyncDispose]()
    for (let turn = 0; turn < 40; turn += 1) {
      clock.shiftWall(hourMs)
      await publishDue(system)
    }
    expect(await site.targetOf(ada, id)).toMatchObject({ state: 'failed', problem: 'unavailable' })
  })

  it('of a suspended account is not published', async () => {
    await using site = await withAmbassadors()
    const ada = await site.ambassador()
    await site.plan(ada)
    await sql`update accounts set suspended_at = now() where id = ${ada.id}`.execute(site.db)
    site.clock.shiftWall(hourMs)
    await publishDue(site.system)
    expect(site.mastodon.statuses.size).toBe(0)
  })

  it('of an account with one waits for no more than two of an account with many', async () => {
    await using site = await withAmbassadors()
    const { system, clock } = site
    const [many, one] = [await site.ambassador('many'), await site.ambassador('one')]
    for (let post = 0; post < 20; post += 1) await site.plan(many, { text: `Post ${post}` })
    clock.shiftWall(1)
    await site.plan(one)
    clock.shiftWall(2 * hourMs)
    const now = clock.now()
    const claimed = await system.transact((tx) =>
      claimDue(tx, {
        ...{ now, lease: 'lease', leaseEndsAt: new Date(now.getTime() + claimMs) },
        mediaLeaseEndsAt: new Date(now.getTime() + claimMs),
        ...{ busy: [], most: 16, perAccount: 2 },
      }),
    )
    expect(claimed.map(({ account_id: id }) => id).sort()).toEqual(
      [many.id, many.id, one.id].sort(),
    )
  })
})

describe('what may have been published', () => {
  it('is looked for first, and published again only where it is not found', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system } = site
    const ada = await site.ambassador()
    const [there, lost] = [await site.plan(ada), await site.plan(ada, { text: 'Lost' })]
    await sql`update post_targets set next_try_at = ${site.later(24 * hourMs)}
      where post_id = ${lost}`.execute(site.db)
    clock.shiftWall(hourMs)
    await publishDue(answerIsLost(system))
    expect(mastodon.statuses.size).toBe(1)
    expect(await site.targetOf(ada, there)).toMatchObject({ state: 'unclear', url: null })
    const targets = [{ connected_account_id: ada.account }]
    const body = { text: 'Other', at: site.later(hourMs), targets }
    const params = { id: there }
    expect((await refusalOf(ada.client.posts.edit({ params, body }))).code).toBe('post_under_way')
    expect((await refusalOf(ada.client.posts.cancel({ params }))).code).toBe('post_under_way')
    await publishDue(system)
    expect(await site.targetOf(ada, there)).toMatchObject({ state: 'unclear' })
    clock.shiftWall(3 * 60_000)
    await publishDue(withoutKeys(system))
    expect(await site.targetOf(ada, there)).toMatchObject({ state: 'published' })
    expect(mastodon.statuses.size).toBe(1)
  })

  it('is not published while nobody can look for it, and fails after a day', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system } = site
    const ada = await site.ambassador()
    const id = await site.plan(ada)
    clock.shiftWall(hourMs)
    await publishDue(answerIsLost(system))
    const looks = '/api/v1/accounts/ada/statuses'
    for (let turn = 0; turn < 60; turn += 1)
      mastodon.answerNext(looks, (response) => response.writeHead(503).end())
    for (let turn = 0; turn < 40; turn += 1) {
      clock.shiftWall(hourMs)
      await publishDue(withoutKeys(system))
    }
    expect(await site.targetOf(ada, id)).toMatchObject({ state: 'failed', problem: 'unclear' })
    expect(mastodon.statuses.size).toBe(1)
    const body = { at: site.later(hourMs) }
    expect((await refusalOf(ada.client.posts.reschedule({ params: { id }, body }))).code).toBe(
      'post_under_way',
    )
  })

  it('is never published twice: 200 posts, each with a kill at a random step', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system } = site
    let kills = 0
    let ada = await site.ambassador()
    for (let round = 0; round < 200; round += 1) {
      // The channel shows the newest forty posts of an account.
      if (round % 40 === 39) ada = await site.ambassador(`ada${round}`)
      const targets = [{ connected_account_id: ada.account }]
      const body = { text: `Round ${round}`, at: 'now' as const, targets }
      await ada.client.posts.create({ body })
      // Each process dies at a step of its own, until one lives to the end.
      for (let process = 0; process < 3; process += 1) {
        const steps = { left: process === 2 ? Infinity : Math.floor(system.ids.random() * 5) }
        await publishDue(killedAfter(withoutKeys(system), steps)).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
        if (steps.left < 0) kills += 1
        clock.shiftWall(claimMs + 1)
      }
      await publishDue(withoutKeys(system))
      expect(await statesOf(site)).toEqual({ published: round + 1 })
      expect(mastodon.statuses.size).toBe(round + 1)
    }
    expect(kills).toBeGreaterThan(100)
  }, 240_000)
})

class Killed extends Error {}

/** Wraps the drivers of a context. */
function withDriver(
  ctx: PostsCtx,
  wrap: (publishing: NonNullable<ChannelDriver['publishing']>) => ChannelDriver['publishing'],
): PostsCtx {
  const channelDrivers = new Map(
    [...ctx.channelDrivers].map(([id, driver]) => {
      if (driver.publishing === undefined) return [id, driver]
      const publishing = wrap(driver.publishing)
      return [id, publishing === undefined ? driver : { ...driver, publishing }]
    }),
  )
  return { ...ctx, channelDrivers }
}

/** As channels that know no keys of attempts: each call publishes. */
function withoutKeys(ctx: PostsCtx): PostsCtx {
  return withDriver(ctx, (own) => ({
    ...own,
    publish: (post) => own.publish({ ...post, key: ctx.ids.secret() }),
  }))
}

/** The channel publishes, and its answer is lost. */
function answerIsLost(ctx: PostsCtx): PostsCtx {
  return withDriver(ctx, (own) => ({
    ...own,
    publish: async (post) => {
      await own.publish(post)
      throw new ChannelFailed('unclear', 'Lost.')
    },
  }))
}

/** A process that dies after some steps: before or after a transaction, a call, or what is sent in it. */
function killedAfter(ctx: PostsCtx, steps: { left: number }): PostsCtx {
  const step = () => {
    steps.left -= 1
    if (steps.left < 0) throw new Killed()
  }
  const dying = withDriver(ctx, (own) => ({
    ...own,
    publish: async (post) => {
      step()
      const published = await own.publish(post)
      step()
      return published
    },
    find: async (post) => {
      step()
      return own.find(post)
    },
  }))
  return {
    ...dying,
    transact: async (work) => {
      step()
      const result = await ctx.transact(work)
      step()
      return result
    },
  }
}

async function statesOf({ db }: AmbassadorsFixture): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`select state, count(*)::int as count
    from post_targets group by state`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

function fail(): never {
  throw new RangeError('there is one')
}
