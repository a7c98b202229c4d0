import { expect, test } from '@playwright/test'
import { operator, register, signIn } from './people.ts'

test('an open page shows maintenance and announcements as they begin and end', async ({
  browser,
}) => {
  const text = `New GPUs at ${Date.now()}`
  const page = await (await browser.newContext()).newPage()
  const other = await (await browser.newContext()).newPage()
  await register(other, `reader-${Date.now()}@example.com`)
  await other.goto('/instance')
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  await signIn(page, operator)
  await page.goto('/operator/maintenance')
  const banner = other.getByText('The platform is under maintenance. Some features may not work.')

  await page.getByRole('button', { name: 'Enable maintenance mode' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable maintenance mode' }).click()
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Disable maintenance mode' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable maintenance mode' }).click()
  await expect(banner).toHaveCount(0)

  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Text').fill(text)
  await dialog.getByRole('button', { name: 'Announce now' }).click()
  await expect(other.getByRole('region', { name: 'Announcements' }).getByText(text)).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^Withdraw “${text}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw announcement' }).click()
  await expect(other.getByText(text)).toHaveCount(0)

  await page.goto('/operator/audit')
  await expect(page.getByRole('row', { name: /Published an announcement/ }).first()).toBeVisible()
  await page.context().close()
  await other.context().close()
})
