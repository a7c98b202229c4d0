import { deletePosts, postsOf } from '@gridloom/testkit/channels/pds-posts'
import { expect, type Page, test } from '@playwright/test'
import { type GrowthSite, startGrowthSite } from './growth-site.ts'
import {
  connectBluesky,
  connectFeed,
  connectMastodon,
  dayMs,
  hourMs,
  newPage,
  payByCard,
  provideVideo,
  publishMission,
  rentBare,
} from './growth-steps.ts'
import { expectToLookRight, settled } from './looks.ts'
import { operator, password, register, signIn } from './people.ts'
import { growthPort } from './ports.ts'
import { state } from './renting.ts'

test.use({ baseURL: `http://127.0.0.1:${growthPort}` })

const [videoTitle, missionTitle] = ['A render in an hour', 'Bring somebody who rents']
const email = 'ada@example.com'
const rentedMs = 5 * 60_000
/** The browser of tests names itself as a program, whose visits are not counted. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/**
 * From a planned post to a reward, and back: on one server with a real Bluesky server, one with Mastodon's API, and an
 * RSS feed. The ambassador, the visitor and the operator are in browsers of their own.
 */
test('a planned post brings a renter and a reward, which is held when the post is deleted', async ({
  browser,
  page,
}) => {
  // A minute and a half on two free cores.
  test.setTimeout(300_000)
  await using site = await startGrowthSite()
  await page.clock.install({ time: site.now() })
  const desk = await newPage(browser, site)

  await test.step('the operator provides a video and a mission', async () => {
    await signIn(desk, operator)
    await provideVideo(desk, videoTitle, test.info().outputPath('render.mp4'))
    await publishMission(site, missionTitle)
  })
  await register(page, email, site.emailedCode)
  await test.step('an ambassador connects Bluesky, Mastodon and a feed', async () => {
    await page.goto('/ambassador/manage')
    await connectBluesky(page, site)
    await connectMastodon(page, site)
    await connectFeed(page, site)
    await expectToLookRight(page, 'growth-channels')
  })
  await test.step('the video of the library plays', async () => {
    await page.goto('/ambassador/library')
    await page.getByRole('link', { name: videoTitle }).first().click()
    await expectToPlay(page)
    await expectToLookRight(page, 'growth-media')
  })
  await test.step('a post with it is planned for tomorrow', async () => {
    await planPost(page, new Date(site.now().getTime() + dayMs))
    for (const view of ['Month', 'Agenda', 'Week']) {
      await page.getByText(view, { exact: true }).click()
      await settled(page)
      await expectToLookRight(page, `growth-calendar-${view}`)
    }
  })
  const link =
    await test.step('it is published once, at its time, with the video and the link', async () => {
      expect(await postsOf(site.bluesky)).toEqual([])
      await turn(site, dayMs + 60_000, [page])
      await expect.poll(() => postsOf(site.bluesky)).toHaveLength(1)
      const [post] = await postsOf(site.bluesky)
      expect(post?.value.embed).toMatchObject({
        ...{ $type: 'app.bsky.embed.video', alt: 'A picture appears, line by line' },
      })
      return post?.value.facets[0]?.features[0]?.uri ?? ''
    })
  await page.goto('/mission-rewards')
  await expect(step(page, 'Publish 1 post')).toContainText('Done')
  await test.step('somebody follows the link there, signs up, pays and rents', async () => {
    const visitor = await newPage(browser, site, { userAgent })
    await visitor.goto(link)
    await expect(visitor).toHaveURL(/\/onboarding$/)
    const named = visitor.waitForResponse('**/api/affiliate/referral')
    await register(visitor, 'bob@example.com', site.emailedCode)
    expect((await named).status()).toBe(200)
    await payByCard(visitor)
    await rentBare(visitor, site)
    await site.pass(rentedMs)
    await visitor.clock.fastForward(rentedMs)
    await visitor.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(state(visitor, 'Stopped')).toBeVisible()
    await visitor.context().close()
  })
  await test.step('the mission moves by itself, and its reward is claimed', async () => {
    await page.clock.fastForward(rentedMs)
    await expect(step(page, 'Bring 1 sign-up')).toContainText('Done')
    // Fees are booked in the night.
    await turn(site, dayMs, [page])
    await expect(step(page, 'Refer 1 account')).toContainText('Done')
    await page.getByRole('button', { name: /^Claim\s\$/ }).click()
    await expect(claims(page).getByText('Paid', { exact: true })).toBeVisible()
    await settled(page)
    await expectToLookRight(page, 'growth-claimed')
  })
  await test.step('it is among the rewards, and the ledger is right', async () => {
    await page.goto('/rewards')
    await expect(page.getByText(`Mission: ${missionTitle}`)).toBeVisible()
    await expectToLookRight(page, 'growth-rewards')
    const { state: ledger } = await (await site.operator()).reconciliation.run()
    expect(ledger).toBe('clean')
  })
  await test.step('the post is deleted, and the reward is held', async () => {
    await site.product.machine.killAgent()
    await deletePosts(site.bluesky)
    await site.turn(7 * dayMs)
    await untilHeld(site)
  })
  // The sessions of a week ago are over.
  for (const one of [page, desk]) await one.context().close()
  await test.step('the ambassador reads why', async () => {
    const ambassador = await newPage(browser, site)
    await signIn(ambassador, { email, password })
    await ambassador.goto('/mission-rewards')
    await expect(claims(ambassador).getByText('Under review', { exact: true })).toBeVisible()
    await expect(claims(ambassador)).toContainText('is not public any more')
    await settled(ambassador)
    await expectToLookRight(ambassador, 'growth-held')
    await ambassador.context().close()
  })
  await test.step('it is in the queue of the operator', async () => {
    const reviewer = await newPage(browser, site)
    await signIn(reviewer, operator)
    await reviewer.goto('/operator/missions')
    const queue = reviewer.getByRole('table', { name: 'Claims' })
    await expect(queue.getByText(missionTitle)).toBeVisible()
    await settled(reviewer)
    await queue.scrollIntoViewIfNeeded()
    await expectToLookRight(reviewer, 'growth-operator-claims')
    await reviewer.context().close()
  })
})

/** Plans a post that begins with the medium on the page. */
async function planPost(page: Page, at: Date): Promise<void> {
  await page.getByRole('link', { name: 'Use in a post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Text', { exact: true }).fill('My scene is rendered in an hour. #ad')
  await dialog.getByRole('button', { name: 'Add my link' }).click()
  await dialog.getByLabel(/^Alternative text/).fill('A picture appears, line by line')
  await dialog.getByRole('checkbox', { name: /^Bluesky/ }).check()
  await dialog.getByLabel('Time').fill(localTime(at))
  await expectToLookRight(page, 'growth-compose')
  await dialog.getByRole('button', { name: 'Plan post' }).click()
  await expect(dialog).toBeHidden()
}

/** The value of a `datetime-local` field. */
function localTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

async function expectToPlay(page: Page): Promise<void> {
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  const played = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(played).toBeGreaterThan(0.2)
}

/** Turns the clocks of the servers and of browsers. */
async function turn(site: GrowthSite, ms: number, pages: readonly Page[]): Promise<void> {
  await site.turn(ms)
  for (const page of pages) await page.clock.fastForward(ms)
}

/** A post that is not found counts as gone when it is not found an hour later either. */
async function untilHeld(site: GrowthSite): Promise<void> {
  await expect(async () => {
    await site.turn(hourMs)
    const { total } = await (await site.operator()).missions.claims({ query: { state: 'held' } })
    expect(total).toBe(1)
  }).toPass({ timeout: 60_000, intervals: [2_000] })
}

function step(page: Page, text: string) {
  return page.getByRole('listitem').filter({ hasText: text })
}

function claims(page: Page) {
  return page.getByRole('table', { name: 'Mission history' })
}
