import { expect, test } from '@playwright/test'
import { emailsTo } from './emails.ts'
import { expectToLookRight } from './looks.ts'
import { operatorByApi } from './operator-api.ts'
import { operator, register, signIn } from './people.ts'
import { destroy, rent } from './renting.ts'

test('users create a company, join it, act for it and spend its credit', async ({ browser }) => {
  const name = `Acme ${Date.now()}`
  const email = `colleague-${Date.now()}@example.com`
  const owner = await (await browser.newContext()).newPage()
  const other = await (await browser.newContext()).newPage()
  await signIn(owner, operator)
  // Credit that comes with an access code cannot be transferred to a company.
  const { ledger } = await operatorByApi()
  const paid = { micro_usd: 2_000_000, key: name, text: 'Paid' }
  await ledger.credit({ body: { email: operator.email, ...paid } })

  await test.step('create the company and add credit', async () => {
    await owner.goto('/company')
    await owner.getByRole('button', { name: 'Create company' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create company' }).click()
    await expect(owner.getByRole('heading', { level: 1, name })).toBeVisible()
    await owner.getByRole('button', { name: 'Add credit' }).click()
    await owner.getByRole('dialog').getByLabel('Amount').fill('2')
    await owner.getByRole('button', { name: 'Add $2.00' }).click()
    await expect(owner.getByRole('main').getByText('$2.00', { exact: true })).toBeVisible()
  })

  await test.step('invite a colleague by email', async () => {
    await owner.getByRole('button', { name: 'Invite member' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(owner.getByRole('rowheader', { name: email })).toBeVisible()
    await expect(async () => {
      expect((await emailsTo(email)).some((message) => message.includes(name))).toBe(true)
    }).toPass()
  })

  await test.step('the colleague accepts the invitation', async () => {
    await register(other, email)
    await other.goto('/company')
    await other.getByRole('button', { name: `Accept the invitation to ${name}` }).click()
    await expect(other.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Add credit' })).toHaveCount(0)
    await expect(other.getByRole('button', { name: 'Close company' })).toHaveCount(0)
    await expectToLookRight(other, 'company-member')
  })

  await test.step('the member acts for the company and spends its credit, and the owner sees the spend', async () => {
    await other.getByRole('button', { name: 'Account', exact: true }).click()
    await other.getByRole('menuitem', { name: `Switch to ${name}` }).click()
    await expect(other.getByRole('region', { name: 'Active account' })).toContainText(name)
    await expect(other.getByTitle('Balance and ledger')).toContainText('$2.00')
    await rent(other, 'Web server', 'for the company')
    await expectToLookRight(other, 'instance-for-company')
    await destroy(other)
    await owner.goto('/company')
    await expect(owner.getByRole('list', { name: 'Spend by member' })).toContainText('colleague')
    await owner.getByText('Table', { exact: true }).click()
    await expect(owner.getByRole('table', { name: 'Spend by day' })).toBeVisible()
    await expectToLookRight(owner, 'company-spend')
  })

  await test.step('the member switches back to the personal account', async () => {
    await other.goto('/instance/myinstance')
    await other.getByRole('button', { name: 'Switch to personal account' }).click()
    await expect(other.getByRole('region', { name: 'Active account' })).toHaveCount(0)
    await expect(other.getByText('for the company')).toHaveCount(0)
  })

  await test.step('the owner closes the company once nothing runs', async () => {
    await owner.getByRole('button', { name: 'Close company' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Close company' }).click()
    await expect(owner.getByRole('heading', { level: 1, name })).toHaveCount(0)
  })
  await owner.context().close()
  await other.context().close()
})
