import { execFileSync } from 'node:child_process'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { GrowthSite } from './growth-site.ts'
import { firstOffer } from './renting.ts'

export const dayMs = 24 * 60 * 60_000
export const hourMs = 60 * 60_000

const missionDays = 30

/** A page in a browser context of its own, whose clock can be turned. */
export async function newPage(
  browser: Browser,
  site: GrowthSite,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await page.clock.install({ time: site.now() })
  return page
}

/** The operator uploads a video of four seconds, and publishes it when it is encoded. */
export async function provideVideo(page: Page, title: string, file: string): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=24:duration=4']
  execFileSync('ffmpeg', ['-v', 'error', ...picture, '-pix_fmt', 'yuv420p', '-y', file])
  await page.goto('/operator/media')
  await page.getByRole('button', { name: 'New media' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Details').fill('For posts about how long a render takes')
  await dialog.getByRole('button', { name: 'Create media' }).click()
  await expect(dialog).toBeHidden()
  await page.locator('input[type=file]').setInputFiles(file)
  const publish = page.getByRole('button', { name: `Publish ${title}` })
  await expect(publish).toBeEnabled({ timeout: 60_000 })
  await publish.click()
  await expect(page.getByRole('button', { name: `Archive ${title}` })).toBeVisible()
}

/** A mission whose reward is ten cents. Nobody has welcome credit, which would count for nothing. */
export async function publishMission({ product, now }: GrowthSite, title: string): Promise<void> {
  const hour = Math.floor(now().getTime() / hourMs) * hourMs
  const { missions, operator } = product.operator
  await operator.writeSettings({
    body: { platform_fee_basis_points: 2_000, starting_credit_micro_usd: 0 },
  })
  const { id } = await missions.create({
    body: {
      ...{ title, text: 'Post the video with your link.', repeat: 'once' },
      steps: [
        { fact: 'posts_published', at_least: 1 },
        { fact: 'referral_sign_ups', at_least: 1 },
        { fact: 'referrals_activated', at_least: 1 },
      ],
      starts_at: new Date(hour).toISOString(),
      ends_at: new Date(hour + missionDays * dayMs).toISOString(),
      ...{ reward_micro_usd: 100_000, claims_max: 10, holding_days: 14 },
    },
  })
  await missions.publish({ params: { id } })
}

/** Grants access on the page of the Bluesky server. */
export async function connectBluesky(page: Page, { bluesky }: GrowthSite): Promise<void> {
  await page.getByRole('button', { name: 'Connect Bluesky' }).click()
  await page.getByRole('dialog').getByLabel('Handle').fill(bluesky.handle)
  await page.getByRole('button', { name: 'Continue to Bluesky' }).click()
  await page.locator('input[type=password]').fill(bluesky.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(connected(page)).toContainText(`@${bluesky.handle}`)
}

export async function connectMastodon(page: Page, { mastodonUrl }: GrowthSite): Promise<void> {
  await page.getByRole('button', { name: 'Connect Mastodon' }).click()
  await page.getByRole('dialog').getByLabel('Server').fill(mastodonUrl)
  await page.getByRole('button', { name: 'Continue to Mastodon' }).click()
  await page.getByLabel('Username').fill('ada')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(connected(page)).toContainText(`@ada@${new URL(mastodonUrl).host}`)
}

/** Proves a feed by the code in its description. */
export async function connectFeed(page: Page, { feed }: GrowthSite): Promise<void> {
  await page.getByRole('button', { name: 'Connect Website or RSS feed' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(feed.url)
  await dialog.getByRole('button', { name: 'Get code' }).click()
  feed.description = (await dialog.getByText(/^gridloom-verify-\w+$/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Check page' }).click()
  await expect(connected(page)).toContainText('Ada renders')
}

function connected(page: Page) {
  return page.getByRole('list', { name: 'Connected accounts' })
}

/** Pays on the page of the stand-in of Stripe. */
export async function payByCard(page: Page): Promise<void> {
  await page.goto('/account?section=billing&tab=cards')
  await page.getByRole('button', { name: '$25', exact: true }).click()
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  const payments = page.getByRole('table', { name: 'Card payments' })
  await expect(payments.getByText('Paid', { exact: true })).toBeVisible()
}

/** Rents the first offer with a template without a script, and waits until it is charged for. */
export async function rentBare(page: Page, { product }: GrowthSite): Promise<void> {
  const { id } = await product.operator.templates.create({
    body: {
      ...{ template_name: 'Bare', image_path_with_tag: 'gridloom/base:latest' },
      public_template: true,
    },
  })
  await page.goto(`/instance?template=${id}`)
  await firstOffer(page).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rent for \$/ })
    .click()
  await expect(page).toHaveURL(/\/instance\/myinstance\/ins_/)
  await expect(page.getByText('charged per second from here')).toBeVisible()
}
