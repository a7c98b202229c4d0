import { expect, type Page, test } from '@playwright/test'
import { expectToLookRight, settled } from './looks.ts'
import { operator, register, signIn } from './people.ts'

/** Payouts by Stripe, with a stand-in of Stripe behind the server and in the browser. */

const payouts = '/account?section=billing&tab=payouts'

test('Stripe is set up for payouts on its own page, in every look', async ({ browser, page }) => {
  test.setTimeout(120_000)
  await register(page, `stripe-${Date.now()}@example.com`)
  await test.step('the page of Stripe is opened, and left with something missing', async () => {
    await page.goto(payouts)
    await page.getByRole('combobox', { name: 'Country' }).selectOption('DE')
    await settled(page)
    await expectToLookRight(page, 'stripe-set-up')
    await page.getByRole('button', { name: 'Set up with Stripe' }).click()
    await submit(page, 'incomplete')
    await expect(page.getByText('Needs information')).toBeVisible()
    await expectToLookRight(page, 'stripe-needs-information')
  })
  await test.step('it is completed, and takes effect a day later', async () => {
    await page.getByRole('button', { name: 'Continue at Stripe' }).click()
    await submit(page, 'complete')
    await expect(page.getByText(/^Payouts can go to it from/)).toBeVisible()
    await settled(page)
    await expectToLookRight(page, 'stripe-ready')
    await page.getByRole('button', { name: 'Manage at Stripe' }).click()
    await expect(page.getByRole('heading', { name: 'Express dashboard' })).toBeVisible()
  })
  await test.step('it is disconnected', async () => {
    await page.goto(payouts)
    await page.getByRole('button', { name: 'Disconnect Stripe account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Disconnect Stripe account' }).click()
    await expect(page.getByRole('button', { name: 'Set up with Stripe' })).toBeVisible()
  })
  await test.step('the operator sees the balance at Stripe', async () => {
    const other = await (await browser.newContext()).newPage()
    await signIn(other, operator)
    await other.goto('/operator/payouts')
    await expect(other.getByText('Balance at Stripe')).toBeVisible()
    await expectToLookRight(other, 'operator-payouts-stripe')
    await other.context().close()
  })
})

/** Ends the visit at Stripe's page. */
async function submit(page: Page, how: string): Promise<void> {
  await page.getByLabel('Details').selectOption(how)
  await page.getByRole('button', { name: 'Submit' }).click()
}
