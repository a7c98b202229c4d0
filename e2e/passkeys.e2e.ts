import { expect, type Page, test } from '@playwright/test'
import { refuseOnce, register } from './people.ts'

/** Passkeys with the browser's own WebAuthn and a virtual authenticator that approves everything. */

test('a passkey is added, signs in, re-authenticates and is removed', async ({ page }) => {
  await addAuthenticator(page)
  await register(page, `passkeys-${Date.now()}@example.com`)

  await test.step('it is added', async () => {
    await page.goto('/account?section=sign-in-methods')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Key of tests')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Passkey Key of tests added')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Key of tests' })).toContainText(
      'never used',
    )
  })
  await test.step('a second one on the same device is refused', async () => {
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      'already has a passkey for this account',
    )
    await page.keyboard.press('Escape')
  })
  await test.step('it signs in', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('Successfully signed in')).toBeVisible()
    await page.goto('/account?section=sessions')
    await expect(page.getByText('with a passkey')).toBeVisible()
  })
  await test.step('it re-authenticates, and is removed', async () => {
    await refuseOnce(page, '**/api/user/passkeys/psk_*')
    await page.goto('/account?section=sign-in-methods')
    await page.getByRole('button', { name: 'Remove Key of tests' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm your identity' })
    await confirm.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('Passkey Key of tests removed')).toBeVisible()
    await expect(page.getByText('No passkey yet')).toBeVisible()
  })
  await test.step('the removed passkey no longer signs in', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages.getByText('This passkey was not accepted.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'ACCESS MY ACCOUNT' })).toBeVisible()
  })
})

/** Adds a platform authenticator whose user is always present and always approves. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
