import { expect, type Page, test } from '@playwright/test'
import { expectToLookRight, settled } from './looks.ts'
import { operator, register, signIn } from './people.ts'

/** Payments by card, with a stand-in of Stripe behind the server and in the browser. */

const cards = '/account?section=billing&tab=cards'

test('credit is bought by card, refunded and topped up, in every look', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  await register(page, `cards-${Date.now()}@example.com`)
  await test.step('25 dollars are paid on the page of Stripe, and the card is saved', async () => {
    await page.goto(cards)
    await page.getByRole('button', { name: '$25', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Save the card' }).check()
    await expectToLookRight(page, 'cards-add-credit')
    await page.getByRole('button', { name: 'Pay $25.00' }).click()
    await page.getByRole('button', { name: 'Pay $25.00' }).click()
    await expect(page.getByText('Visa •••• 4242').first()).toBeVisible()
    await expect(payments(page).getByText('Paid', { exact: true })).toBeVisible()
    await expect(page.getByTitle('Balance and ledger')).toContainText('$30.00')
    await settled(page)
    await expectToLookRight(page, 'cards-paid')
  })
  await test.step('a second card is saved on the page of Stripe', async () => {
    await page.goto(cards)
    await page.getByRole('button', { name: 'Add card' }).click()
    await page.getByRole('textbox', { name: 'Card', exact: true }).fill('5555555555554444')
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByText('Visa •••• 4444').first()).toBeVisible()
  })
  await test.step('automatic top-ups are turned on', async () => {
    await page.getByRole('textbox', { name: 'At most per month' }).fill('100')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText(/^When the balance falls below/)).toBeVisible()
    await expectToLookRight(page, 'cards-top-up')
  })
  await test.step('5 dollars are refunded', async () => {
    await page.getByRole('button', { name: /^Refund / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('5')
    await expectToLookRight(page, 'cards-refund')
    await dialog.getByRole('button', { name: 'Refund payment' }).click()
    await expect(payments(page).getByText('$5.00 refunded')).toBeVisible()
    await expect(page.getByTitle('Balance and ledger')).toContainText('$25.00')
  })
  await test.step('the operator sees the payment', async () => {
    const other = await (await browser.newContext()).newPage()
    await signIn(other, operator)
    await other.goto('/operator/card-payments')
    await other.getByText('All', { exact: true }).click()
    await expect(payments(other).getByText('$5.00 refunded').first()).toBeVisible()
    await expectToLookRight(other, 'card-payments-all')
    await other.context().close()
  })
})

function payments(page: Page) {
  return page.getByRole('table', { name: 'Card payments' })
}
