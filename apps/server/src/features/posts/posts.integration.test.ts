import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withAmbassadors } from '../../../test/ambassadors.ts'
import { refusalOf } from '../../../test/people.ts'
import { checkPosts } from './checks/check-posts.ts'
import { publishedPostsOf } from './index.ts'
import { publishDue } from './publish/publish-due.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

describe('a post', () => {
  it('is refused where its text is too long for a channel, with the length that it counts', async () => {
    await using site = await withAmbassadors()
    const ada = await site.ambassador()
    const targets = [{ connected_account_id: ada.account }]
    const link = `https://a.example/${'x'.repeat(400)}`
    const create = (text: string) =>
      refusalOf(ada.client.posts.create({ body: { text, at: site.later(hourMs), targets } }))
    expect(await create(`${link} ${'y'.repeat(476)}`)).toMatchObject({ code: 'good' })
    expect(await create(`${link} ${'y'.repeat(477)}`)).toMatchObject({
      ...{ code: 'post_too_long', details: { length: 501, max: 500 } },
    })
  })

  it('with a referral link says that it is advertising, at each account', async () => {
    await using site = await withAmbassadors()
    const ada = await site.ambassador()
    const { referral_link: link } = await ada.client.posts.calendar({ query: {} })
    const create = (text: string, own: string | null) => {
      const targets = [{ connected_account_id: ada.account, text: own }]
      return refusalOf(ada.client.posts.create({ body: { text, at: 'now', targets } }))
    }
    expect((await create(`Look ${link}`, null)).code).toBe('post_not_disclosed')
    expect((await create('Look #ad', `Look ${link}`)).code).toBe('post_not_disclosed')
    expect((await create(`Look ${link} #Werbung`, null)).code).toBe('good')
  })

  it('is not planned in the past, for accounts of others, or for those whose access has ended', async () => {
    await using site = await withAmbassadors()
    const [ada, eve] = [await site.ambassador(), await site.ambassador('eve')]
    const create = (account: typeof ada.account, at: string) => {
      const targets = [{ connected_account_id: account }]
      return refusalOf(ada.client.posts.create({ body: { text: 'Hi', at, targets } }))
    }
    expect((await create(ada.account, site.later(-1))).code).toBe('post_time')
    expect((await create(ada.account, site.later(367 * dayMs))).code).toBe('post_time')
    expect((await create(eve.account, site.later(hourMs))).code).toBe('not_found')
    await sql`update connected_accounts set state = 'expired' where id = ${ada.account}`.execute(
      site.db,
    )
    expect((await create(ada.account, site.later(hourMs))).code).toBe('channel_expired')
  })

  it('is listed by state, shown in the calendar of its week, and hidden when it is cancelled', async () => {
    await using site = await withAmbassadors()
    const ada = await site.ambassador()
    const id = await site.plan(ada, { text: 'This week' })
    await site.plan(ada, { text: 'Next month', at: site.later(30 * dayMs) })
    const calendar = await ada.client.posts.calendar({ query: {} })
    expect(calendar).toMatchObject({
      ...{ from: '2026-11-16T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z' },
      events: [{ post_id: id, text: 'This week', state: 'planned', channel: 'mastodon' }],
      connected_accounts: [{ id: ada.account, limits: { text_max: 500, links_as: 23 } }],
    })
    const others = calendar.not_connected_channels.map((channel) => channel.id)
    expect(others).toContain('bluesky')
    expect(others).not.toContain('mastodon')
    const all = await ada.client.posts.list({ query: { state: 'planned' } })
    expect(all.posts.map(({ text }) => text)).toEqual(['Next month', 'This week'])
    await ada.client.posts.cancel({ params: { id } })
    expect((await ada.client.posts.calendar({ query: {} })).events).toEqual([])
    const eve = await site.someone('eve')
    expect((await eve.client.posts.list({ query: {} })).total).toBe(0)
    expect((await refusalOf(eve.client.posts.read({ params: { id } }))).code).toBe('not_found')
  })

  it('is edited: other text, other accounts, another time', async () => {
    await using site = await withAmbassadors()
    const ada = await site.ambassador()
    const blog = await site.website(ada, 'https://blog.example/')
    const id = await site.plan(ada)
    const edit = (accounts: (typeof blog)[]) =>
      ada.client.posts.edit({
        params: { id },
        body: {
          ...{ text: 'Other', at: site.later(2 * hourMs) },
          targets: accounts.map((one) => ({ connected_account_id: one })),
        },
      })
    expect((await edit([ada.account, blog])).targets).toHaveLength(2)
    const edited = await edit([blog])
    expect(edited).toMatchObject({ text: 'Other', at: site.later(2 * hourMs) })
    expect(edited.targets).toMatchObject([{ connected_account_id: blog, publishes: false }])
  })
})

describe('a channel that is published to by hand', () => {
  it('reminds the owner once, with the text, and records the post that is by them', async () => {
    await using site = await withAmbassadors()
    const { system, clock } = site
    const ada = await site.someone('ada')
    await using pages = await startPages()
    const blog = await site.website(ada, `${pages.url}/blog/`)
    const targets = [{ connected_account_id: blog }]
    const body = { text: 'Read my report', at: site.later(hourMs), targets }
    const { id } = await ada.client.posts.create({ body })
    clock.shiftWall(hourMs)
    await Promise.all([publishDue(system), publishDue(system)])
    expect(await site.targetOf(ada, id)).toMatchObject({ state: 'reminded' })
    expect(await site.notices(ada)).toEqual([expect.stringContaining('Read my report')])
    const mark = (url: string) =>
      refusalOf(
        ada.client.posts.posted({ params: { id }, body: { connected_account_id: blog, url } }),
      )
    expect((await mark(`${pages.url}/other/report`)).code).toBe('post_of_other')
    expect((await mark(`${pages.url}/blog/missing`)).code).toBe('post_not_public')
    expect((await mark(`${pages.url}/blog/report`)).code).toBe('good')
    expect((await mark(`${pages.url}/blog/report`)).code).toBe('post_not_reminded')
    expect(await site.targetOf(ada, id)).toMatchObject({
      ...{ state: 'published', url: `${pages.url}/blog/report`, check: { outcome: 'there' } },
    })
  })
})

describe('a published post', () => {
  it('is read again after a day and a week, with evidence: there, changed, gone', async () => {
    await using site = await withAmbassadors()
    const { mastodon, clock, system, db } = site
    const ada = await site.ambassador()
    const id = await site.plan(ada, { text: 'A film #ad', at: site.later(1) })
    clock.shiftWall(1)
    await publishDue(system)
    // The session does not last so long.
    const facts = () => publishedPostsOf(db, ada.id, { from: new Date(0), to: site.clock.now() })
    const outcomes = async () => {
      const { rows } = await sql<{ outcome: string }>`select outcome from post_checks
        order by at`.execute(db)
      return rows.map(({ outcome }) => outcome)
    }
    clock.shiftWall(dayMs - 1)
    await checkPosts(system)
    expect(await outcomes()).toEqual([])
    clock.shiftWall(1)
    await Promise.all([checkPosts(system), checkPosts(system)])
    expect(await outcomes()).toEqual(['there'])
    mastodon.statuses.clear()
    clock.shiftWall(6 * dayMs)
    await checkPosts(system)
    expect((await facts())[0]?.gone).toBe(false)
    clock.shiftWall(hourMs)
    await checkPosts(system)
    expect(await outcomes()).toEqual(['there', 'gone'])
    expect(await facts()).toMatchObject([
      { postId: id, gone: true, text: 'A film #ad', check: { outcome: 'gone' } },
    ])
  })
})

describe('the calendar link', () => {
  it('is secret, is read by calendar programs with an ETag, and ends', async () => {
    await using site = await withAmbassadors()
    const ada = await site.ambassador()
    const id = await site.plan(ada, { text: 'Line one\nBEGIN:VEVENT' })
    const made = await ada.client.posts.makeFeed()
    const path = new URL(made.url).pathname
    const read = await site.raw('GET', path)
    expect(read.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(read.text).toContain(`UID:${id}-${ada.account}@gridloom`)
    expect(read.text).toContain('DTSTART:20261121T110000Z')
    expect(read.text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    const etag = read.headers.get('etag') ?? ''
    const again = await fetch(new URL(path, site.server.url), {
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    const { rows } = await sql`select calendar_feeds::text as row from calendar_feeds`.execute(
      site.db,
    )
    expect(JSON.stringify(rows)).not.toContain(path.slice(-47, -4))
    const other = await ada.client.posts.makeFeed()
    expect((await site.raw('GET', path)).status).toBe(404)
    await ada.client.posts.endFeed()
    expect((await site.raw('GET', new URL(other.url).pathname)).status).toBe(404)
    expect(await ada.client.posts.feed()).toEqual({ created_at: null })
  })
})

async function startPages() {
  const server = createServer(({ url = '' }, response) => {
    const isThere = !url.endsWith('/missing')
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' })
    response.end('<html><body><p>My report</p></body></html>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Named cast: it listens on a TCP port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
