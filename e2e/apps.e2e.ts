import { expect, type Page, test } from '@playwright/test'
import { expectToLookRight, settled } from './looks.ts'
import { operator, signIn } from './people.ts'
import { destroy } from './renting.ts'

test('an app is launched from the app store, opened with its login, and found again', async ({
  page,
}) => {
  await signIn(page, operator)
  await test.step('find it in the app store', async () => {
    await page.goto('/appStore')
    await expect(page.getByRole('list', { name: 'Apps' })).toBeVisible()
    await expectToLookRight(page, 'app-store')
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('web page')
    await expect(page).toHaveURL(/q=web/)
    await page.getByRole('link', { name: 'Web page' }).click()
    await settled(page)
    await expect(page.getByText(/free offer/)).toBeVisible()
    await expectToLookRight(page, 'app')
  })
  await test.step('launch it on the best machine', async () => {
    await page.getByRole('button', { name: 'Launch' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Hello <b>there</b>')
    await expect(dialog.getByRole('button', { name: /^Launch for \$/ })).toBeEnabled()
    await expectToLookRight(page, 'app-launch')
    await dialog.getByRole('button', { name: /^Launch for \$/ }).click()
    await expect(dialog.getByRole('link', { name: 'Open' })).toBeVisible({ timeout: 90_000 })
    await expectToLookRight(page, 'app-ready')
  })
  const password = await readPassword(page)
  await test.step('open it in the browser, which asks for its login', () =>
    openSite(page, password))
  await test.step('find address and login on the page of the instance', async () => {
    await page.getByRole('link', { name: 'the instance’s page' }).click()
    await expect(page).toHaveURL(/\/instance\/myinstance\/ins_/)
    await expect(page.getByRole('link', { name: 'Open Website' })).toBeVisible()
    expect(await readPassword(page)).toBe(password)
    await destroy(page)
  })
})

async function readPassword(page: Page): Promise<string> {
  const login = page.getByLabel('Login of Web page').first()
  await login.getByRole('button', { name: 'Show password' }).click()
  await expect(login.locator('code').last()).not.toContainText('•')
  return (await login.locator('code').last().textContent()) ?? ''
}

/** The window is signed in to the port by the console, and to the app by its password. */
async function openSite(page: Page, password: string): Promise<void> {
  const href = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')
  const browser = page.context().browser()
  if (browser === null || href === null) throw new Error('there is no address to open')
  const credentials = { username: 'web', password }
  await using context = await browser.newContext({
    httpCredentials: credentials,
    storageState: await page.context().storageState(),
  })
  const site = await context.newPage()
  await site.goto(href)
  await expect(site.getByRole('heading', { name: 'Hello <b>there</b>' })).toBeVisible()
}
