import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Issuer, startIssuer } from '../apps/server/test/issuer.ts'
import { password, refuseOnce, register, signIn } from './people.ts'
import { issuerPort } from './ports.ts'

/** Signing in with a provider, as a user with two tabs sees it, against a real issuer on this machine. */

let issuer: Issuer
test.beforeAll(async () => {
  issuer = await startIssuer(issuerPort)
})
test.afterAll(() => issuer.stop())

test('a new user needs only the access code, and the original tab is signed in too', async ({
  page,
}) => {
  arrivesAs('newcomer')
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  const other = await throughTheProvider(page, 'Continue with Acme')
  await expect(other).toHaveURL(/\/welcome$/)
  for (const tab of [other, page]) {
    const dialog = tab.getByRole('dialog', { name: 'Enter your access code' })
    await expect(dialog).toBeVisible()
  }
  await page.getByRole('dialog').getByRole('textbox', { name: 'Access code' }).fill('test-access')
  await page.getByRole('dialog').getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/machines')
  await expect(page.getByRole('button', { name: 'Add machine' }).first()).toBeVisible()
})

test('a user with a password is asked to sign in with it, then connects the provider', async ({
  page,
  context,
}) => {
  const email = arrivesAs('owner')
  await register(page, email)
  await anew(context)
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  const other = await throughTheProvider(page, 'Continue with Acme')
  await expect(
    other.getByRole('heading', { name: 'An account with this email address exists' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'ACCESS MY ACCOUNT' })).toBeVisible()
  await other.close()
  await signIn(page, { email, password })

  await test.step('connecting requires re-authentication when the last one is too old', async () => {
    await refuseOnce(page, '**/api/user/logins/oidc')
    await page.goto('/account?section=sign-in-methods')
    await page.getByRole('button', { name: 'Connect Acme' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await dialog.getByLabel('Your password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('You can now sign in with Acme.')).toBeVisible()
    await expect(page.getByText(email, { exact: true }).first()).toBeVisible()
  })
  await test.step('a second sign-in method can be disconnected', async () => {
    await page.getByRole('button', { name: 'Disconnect Acme' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByRole('button', { name: 'Connect Acme' })).toBeVisible()
  })
})

test('the last sign-in method cannot be disconnected, and the provider can re-authenticate the user', async ({
  page,
}) => {
  arrivesAs('only-there')
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  const other = await throughTheProvider(page, 'Continue with Acme')
  await expect(other).toHaveURL(/\/welcome$/)
  await other.close()
  await refuseOnce(page, '**/api/user/logins/lgn_*')
  await page.goto('/account?section=sign-in-methods')
  await page.getByRole('button', { name: 'Disconnect Acme' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(confirm).toBeVisible()

  await test.step('another login at the provider does not re-authenticate', async () => {
    const { person } = issuer
    issuer.person = { ...person, sub: 'somebody else' }
    const tab = await throughTheProvider(page, 'Sign in with Acme again')
    await expect(tab.getByRole('heading', { name: 'Identity not confirmed' })).toBeVisible()
    await tab.close()
    issuer.person = person
    await expect(confirm).toBeVisible()
  })
  const tab = await throughTheProvider(page, 'Sign in with Acme again')
  await expect(tab.getByRole('heading', { name: 'Identity confirmed' })).toBeVisible()
  await expect(confirm).toBeHidden()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('the only way to sign in')
})

test('a user who declines at the provider sees that sign-in was cancelled, and can try again', async ({
  page,
}) => {
  arrivesAs('hesitant')
  issuer.refusal = 'access_denied'
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  const other = await throughTheProvider(page, 'Continue with Acme')
  await expect(other.getByRole('heading', { name: 'Sign-in was cancelled' })).toBeVisible()
  delete issuer.refusal
  await other.getByRole('link', { name: 'Try Acme again' }).click()
  await expect(other).toHaveURL(/\/welcome$/)
})

/** Sets the user that the issuer signs in from now on, and returns their email address. */
function arrivesAs(name: string): string {
  const sub = `${name}-${Date.now()}`
  const email = `${sub}@example.com`
  issuer.person = { sub, email, email_verified: true }
  return email
}

/** Presses a control that opens a tab at the provider, and returns that tab. */
async function throughTheProvider(page: Page, label: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByText(label, { exact: true }).click()
  return opened
}

/** Clears the browser's cookies and storage. */
async function anew(context: BrowserContext): Promise<void> {
  await context.clearCookies()
  for (const page of context.pages()) await page.evaluate(() => localStorage.clear())
}
