import { expect, type Page, test } from '@playwright/test'
import { expectToLookRight, settled, wear } from './looks.ts'
import { operator, signIn } from './people.ts'
import { destroy, firstOffer, rent } from './renting.ts'

test('the screens of a machine and an instance on it are accessible and fit, in every look', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await signIn(page, operator)
  await page.goto('/machines')
  // Not by a click: the heading of the list stays until the page of the machine is loaded.
  const machine = page.getByRole('main').getByRole('link').first()
  await page.goto((await machine.getAttribute('href')) ?? '')
  await settled(page)
  await expectToLookRight(page, 'machine')
  await rent(page, 'Web server', 'atlas-preview')
  const address = page.url()
  for (const tab of ['overview', 'logs', 'terminal', 'metrics', 'receipt']) {
    await page.goto(`${address}?tab=${tab}`)
    await settled(page)
    await expectToLookRight(page, `instance-${tab}`)
    if (tab === 'receipt') await expectTimesInSight(page)
  }
  await page.goto('/instance/myinstance')
  await settled(page)
  await expectToLookRight(page, 'my-instances-rented')
  await page.goto('/instance')
  await firstOffer(page).click()
  await expect(page.getByRole('button', { name: /^Rent for \$/ })).toBeEnabled()
  await expectToLookRight(page, 'rent-dialog')
  await page.goto(address)
  await destroy(page)
})

/** Expects that nothing covers a time of the receipt on a phone. */
async function expectTimesInSight(page: Page): Promise<void> {
  await wear(page, { name: 'phone', theme: 'light', width: 360, height: 780 })
  const times = page.getByRole('table', { name: 'Charged intervals' }).getByRole('time')
  await expect(times.first()).toBeVisible({ timeout: 90_000 })
  // Playwright refuses to point at an element that another one covers.
  for (const time of await times.all()) await time.hover()
}

test('the screens of a render job are accessible and fit, in every look', async ({ page }) => {
  test.setTimeout(240_000)
  await signIn(page, operator)
  await lookAtRender(page)
})

/** Checks a scene as it is read, its draft, and a job that waits for a machine with more memory than any has. */
async function lookAtRender(page: Page): Promise<void> {
  await page.goto('/render')
  await page
    .locator('input[type=file]')
    .setInputFiles('packages/blend/fixtures/34-cycles-zstd.blend')
  await expect(page.getByText('Nothing has been uploaded yet', { exact: false })).toBeVisible()
  await expectToLookRight(page, 'render-read')
  await page.getByRole('button', { name: /^Upload .* and configure$/ }).click()
  await page
    .getByRole('link', { name: 'Configure render' })
    .or(page.getByLabel('Frames', { exact: true }))
    .click()
  await expect(page).toHaveURL(/\/render\/config\//)
  await settled(page)
  await expectToLookRight(page, 'render-config')
  await page.getByLabel('Frames', { exact: true }).fill('1-60')
  await page.getByLabel('Minimum memory').fill('16000')
  await page.getByLabel('Maximum budget', { exact: true }).fill('0.01')
  await page.getByRole('button', { name: /^Render \d+ frames for at most \$0.01$/ }).click()
  await expect(page).toHaveURL(/\/render\/process\//)
  const address = page.url()
  for (const tab of ['frames', 'machines', 'receipt', 'checks']) {
    await page.goto(`${address}?tab=${tab}`)
    await settled(page)
    await expectToLookRight(page, `render-${tab}`)
  }
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete job' }).click()
  await expect(page.getByText('The job was deleted.')).toBeVisible()
}
