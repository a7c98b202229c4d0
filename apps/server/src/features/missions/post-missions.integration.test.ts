import { expect, it } from 'vitest'
import { withAmbassadors } from '../../../test/ambassadors.ts'
import { dayMs, usd, withMissions } from '../../../test/missions.ts'
import { deliverEvents } from '../../platform/business-events/deliver-events.ts'
import { checkPosts } from '../posts/checks/check-posts.ts'
import { publishDue } from '../posts/publish/publish-due.ts'
import { claimRewards } from '../rewards/claim-rewards.ts'
import { onLostPost } from './lost-posts/on-lost-post.ts'
import { listClaims } from './operator/decide-claim.ts'
import { publishProgress } from './publish-progress.ts'

it('a post that the calendar publishes moves its mission at once, and holds the reward when it is edited', async () => {
  await using site = await withAmbassadors()
  const fixture = await withMissions(site)
  const { system, clock, mastodon } = site
  const ada = await site.ambassador()
  await fixture.fund(ada.id)
  await fixture.rent(ada.id)
  const steps = [{ fact: 'posts_published', at_least: 1 }] as const
  await fixture.publish({ title: 'Post about us', steps: [...steps], holding_days: 10 })
  const { referral_link: link } = await ada.client.posts.calendar({ query: {} })
  await site.plan(ada, { text: `I render here: ${link} #ad`, at: site.later(1) })
  expect((await fixture.missions(ada.id)).current).toMatchObject({ met: false })

  const moved = Promise.withResolvers<void>()
  const leave = system.changes.subscribe(({ topic, accountId }) => {
    if (topic === 'missions' && accountId === ada.id) moved.resolve()
  })
  clock.shiftWall(1)
  await publishDue(system)
  await deliverEvents(system, publishProgress, never)
  await moved.promise
  leave()
  expect((await fixture.missions(ada.id)).current).toMatchObject({
    ...{ met: true, steps: [{ text: 'Publish 1 post with your referral link', value: 1 }] },
  })
  expect(await fixture.claim(ada.id)).toMatchObject({ state: 'paid' })

  for (const status of mastodon.statuses.values()) status.text = `I render here: ${link}`
  clock.shiftWall(dayMs)
  await checkPosts(system)
  await deliverEvents(system, onLostPost, never)
  const { claims } = await listClaims(fixture.asOperator, { state: 'open', page: 1, page_size: 9 })
  expect(claims).toMatchObject([
    {
      ...{ state: 'held', held_reason: 'post_gone' },
      lost_posts: [
        { channel: 'mastodon', outcome: 'not_disclosed', found: `I render here: ${link}` },
      ],
    },
  ])
  clock.shiftWall(30 * dayMs)
  const claiming = claimRewards({ ...system, actor: fixture.as(ada.id).actor }, { to: 'balance' })
  await expect(claiming).rejects.toMatchObject({ code: 'nothing_to_claim' })
  expect(await fixture.money()).toMatchObject({ rewards: 5 * usd })
})

const never = new AbortController().signal
