import { mkdir } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { operator, signIn } from './people.ts'
import { destroy, rent } from './renting.ts'

/** Where pictures go when `GRIDLOOM_SCREENS` names a folder; without it nothing is kept. */
const folder = process.env.GRIDLOOM_SCREENS

const screens = [
  { name: 'onboarding', path: '/onboarding' },
  { name: 'rent', path: '/instance' },
  { name: 'my-instances', path: '/instance/myinstance' },
  { name: 'render', path: '/render' },
  { name: 'render-jobs', path: '/render/listing' },
  { name: 'machines', path: '/machines' },
  { name: 'account', path: '/account' },
  { name: 'account-password', path: '/account?section=password' },
  { name: 'account-ways-in', path: '/account?section=ways-in' },
  { name: 'account-sessions', path: '/account?section=sessions' },
  { name: 'account-ssh-keys', path: '/account?section=ssh-keys' },
  { name: 'account-keys', path: '/account?section=keys' },
  { name: 'account-notifications', path: '/account?section=notifications' },
  { name: 'billing', path: '/account?section=billing' },
  { name: 'account-activity', path: '/account?section=activity' },
  { name: 'account-your-data', path: '/account?section=your-data' },
  { name: 'company', path: '/company' },
  { name: 'operator', path: '/operator' },
  { name: 'users', path: '/operator/users' },
  { name: 'access-codes', path: '/operator/access-codes' },
  { name: 'all-machines', path: '/operator/machines' },
  { name: 'maintenance', path: '/operator/maintenance' },
  { name: 'audit', path: '/operator/audit' },
  { name: 'settings', path: '/operator/settings' },
] as const

const looks = [
  { name: 'light', theme: 'light', width: 1440, height: 900 },
  { name: 'dark', theme: 'dark', width: 1440, height: 900 },
  { name: 'phone', theme: 'light', width: 360, height: 780 },
] as const
type Look = (typeof looks)[number]

for (const look of looks) {
  test(`every screen is accessible and fits, ${look.name}`, async ({ browser }) => {
    // Two dozen screens, each looked through by axe.
    test.setTimeout(300_000)
    const page = await open(browser, look)
    await signIn(page, operator)
    for (const screen of screens) {
      await page.goto(screen.path)
      await settled(page)
      await check(page, `${screen.name}-${look.name}`)
    }
    await page.goto('/machines')
    await page.getByRole('main').getByRole('link').first().click()
    await settled(page)
    await check(page, `machine-${look.name}`)
    await rent(page, 'Web server', 'atlas-preview')
    const address = page.url()
    for (const tab of ['overview', 'logs', 'terminal', 'metrics', 'receipt']) {
      await page.goto(`${address}?tab=${tab}`)
      await settled(page)
      await check(page, `instance-${tab}-${look.name}`)
    }
    await page.goto('/instance/myinstance')
    await settled(page)
    await check(page, `my-instances-rented-${look.name}`)
    await page.goto('/instance')
    await page.getByRole('button', { name: /^Rent/ }).first().click()
    await expect(page.getByRole('button', { name: /^Rent for \$/ })).toBeEnabled()
    await check(page, `rent-dialog-${look.name}`)
    await page.goto(address)
    await destroy(page)
    await page.context().close()
  })
}

for (const look of looks) {
  test(`the screens of a render job are accessible and fit, ${look.name}`, async ({ browser }) => {
    const page = await open(browser, look)
    await signIn(page, operator)
    await checkRender(page, look)
    await page.context().close()
  })
}

/** A scene as it is read, its draft, and the job as it waits for a machine that nobody has. */
async function checkRender(page: Page, look: Look): Promise<void> {
  await page.goto('/render')
  await page
    .locator('input[type=file]')
    .setInputFiles('packages/blend/fixtures/34-cycles-zstd.blend')
  await expect(page.getByText('Nothing of it was sent yet', { exact: false })).toBeVisible()
  await check(page, `render-read-${look.name}`)
  await page.getByRole('button', { name: /^Upload .* and configure$/ }).click()
  await page
    .getByRole('link', { name: 'Configure the render' })
    .or(page.getByLabel('Frames', { exact: true }))
    .click()
  await expect(page).toHaveURL(/\/render\/config\//)
  await settled(page)
  await check(page, `render-config-${look.name}`)
  await page.getByLabel('Frames', { exact: true }).fill('1-60')
  await page.getByLabel('Memory, at least').fill('16000')
  await page.getByLabel('At most', { exact: true }).fill('0.01')
  await page.getByRole('button', { name: /^Render \d+ frames for at most \$0.01$/ }).click()
  await expect(page).toHaveURL(/\/render\/process\//)
  const address = page.url()
  for (const tab of ['frames', 'machines', 'receipt', 'checks']) {
    await page.goto(`${address}?tab=${tab}`)
    await settled(page)
    await check(page, `render-${tab}-${look.name}`)
  }
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel the job' }).click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete job' }).click()
  await expect(page.getByText('The job was deleted.')).toBeVisible()
}

async function open(browser: Browser, { theme, width, height }: Look): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } })
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme)
  return context.newPage()
}

/** What was asked for is there: nothing loads any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function check(page: Page, name: string): Promise<void> {
  // One that fades out is pale for half a second.
  await expect(page.locator('[data-phase=hiding]')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect.soft(violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.html}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(overflow, `${name} is wider than its window`).toBeLessThanOrEqual(0)
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
