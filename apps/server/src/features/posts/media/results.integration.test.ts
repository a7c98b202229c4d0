import { expect, it } from 'vitest'
import { withAmbassadors } from '../../../../test/ambassadors.ts'
import { addToLibrary } from '../../../../test/library.ts'
import { checkPosts } from '../checks/check-posts.ts'
import { publishDue } from '../publish/publish-due.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

it('lists a published post in the library by itself, with what came through its link, until it is gone', async () => {
  await using site = await withAmbassadors()
  const { mastodon, system, clock } = site
  mastodon.settings.looks = 0
  const [ada, eve] = [await site.ambassador(), await site.someone('eve')]
  const [lake, dam] = [await addToLibrary(site), await addToLibrary(site, { title: 'Dam' })]
  const { referral_link: link } = await ada.client.posts.calendar({ query: {} })
  const { id } = await ada.client.posts.create({
    body: {
      ...{ text: `Look ${link} #ad`, at: 'now' },
      media: [lake, dam].map((media_id) => ({ media_id })),
      targets: [{ connected_account_id: ada.account }],
    },
  })
  await publishDue(system)
  const [status] = mastodon.statuses.values()
  const subId = new URL(status?.text.split(' ')[1] ?? '').searchParams.get('sub_id')
  expect(subId).toBe(`post-${id.slice(-10)}`)
  // A loopback address names no network: each click is a visitor.
  for (const one of [subId, subId, 'another'])
    await fetch(new URL('/api/affiliate/clicks', site.server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      body: JSON.stringify({ code: new URL(link).pathname.slice(1), sub_id: one }),
    })
  const shown = (client: typeof eve.client, media_captcha = lake) =>
    client.media.show({ query: { media_captcha } })
  await expect
    .poll(async () => (await shown(ada.client)).active_posts, { timeout: 10_000 })
    .toMatchObject([
      {
        ...{ platform: 'mastodon', handle: `@ada@127.0.0.1:${mastodon.port}`, is_own: true },
        ...{ post_link: expect.stringContaining('/@ada/') },
        results: { visitors: 2, sign_ups: 0 },
      },
    ])
  expect((await ada.client.posts.read({ params: { id } })).results).toEqual({
    ...{ clicks: 2, visitors: 2, sign_ups: 0 },
  })
  expect((await shown(ada.client, dam)).active_posts).toHaveLength(1)
  const seen = await shown(eve.client)
  expect(seen.active_posts).toMatchObject([{ is_own: false, results: null }])
  expect(seen.results).toEqual({ visitors: 2, sign_ups: 0 })
  mastodon.statuses.clear()
  for (const ms of [dayMs, hourMs]) {
    clock.shiftWall(ms)
    await checkPosts(system)
  }
  const eveAgain = await site.someone('eva')
  await expect
    .poll(async () => (await shown(eveAgain.client)).active_posts, { timeout: 10_000 })
    .toEqual([])
}, 60_000)

it('counts nothing for a post whose text has no referral link', async () => {
  await using site = await withAmbassadors()
  const ada = await site.ambassador()
  const id = await site.plan(ada, { text: 'Look https://gridloom.example/prices' })
  expect((await ada.client.posts.read({ params: { id } })).results).toBeNull()
})
