import { expect, test } from '@playwright/test'
import { codeFor } from './emails.ts'
import { expectToLookRight } from './looks.ts'
import { enterCode, operator, password, register, signIn, submitOnceHuman } from './people.ts'

test('an account is suspended and restored, and the audit log shows both', async ({ browser }) => {
  const email = `suspended-${Date.now()}@example.com`
  const page = await (await browser.newContext()).newPage()
  const other = await (await browser.newContext()).newPage()
  await register(other, email)
  await other.goto('/instance')
  await signIn(page, operator)
  await page.goto(`/operator/users?search=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: /^Suspend/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('A test of the browser')
  await dialog.getByRole('button', { name: 'Suspend account' }).click()
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/onboarding$/)
  await page.getByRole('button', { name: /^Restore/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore account' }).click()
  await expect(page.getByText('Has access', { exact: true })).toBeVisible()
  await signIn(other, { email, password })
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('row', { name: /Restored an account/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Suspended an account/ }).first()).toBeVisible()
  await page.context().close()
  await other.context().close()
})

test('an access code is created, opens the beta for a new user, counts the use, and is revoked', async ({
  browser,
}) => {
  const label = `Meetup ${Date.now()}`
  const email = `newcomer-${Date.now()}@example.com`
  const page = await (await browser.newContext()).newPage()
  const other = await (await browser.newContext()).newPage()
  await signIn(page, operator)
  await page.goto('/operator/access-codes')
  await page.getByRole('button', { name: 'New access code' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill(label)
  await dialog.getByLabel('Uses').fill('5')
  await dialog.getByRole('button', { name: 'Create access code' }).click()
  const link = await dialog.getByRole('region', { name: 'Link' }).textContent()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()

  await other.goto(new URL(link ?? '').pathname)
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByLabel('Confirm password', { exact: true }).fill(password)
  await submitOnceHuman(other, 'REGISTER')
  await other.getByRole('button', { name: 'Enter the code' }).click()
  await enterCode(other, await codeFor(email))
  await other.goto('/machines')
  await expect(other.getByRole('button', { name: 'Add machine' }).first()).toBeVisible()

  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(label) })).toContainText('1 of 5')
  await page.getByRole('button', { name: `Revoke ${label}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access code' }).click()
  await expect(page.getByRole('row', { name: new RegExp(label) })).toContainText('Revoked')
  await page.context().close()
  await other.context().close()
})

test('a model is added to the catalogue, edited and removed', async ({ page }) => {
  const name = `Rhymes-${Date.now()}`
  await signIn(page, operator)
  await page.goto('/model-hub')
  await page.getByRole('button', { name: 'Add a model' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a model' })
  await adding.getByRole('button', { name: 'Add a source' }).click()
  await adding.getByRole('button', { name: 'Add model' }).click()
  await expect(adding.getByText('Enter 64 hexadecimal digits')).toBeVisible()
  await expectToLookRight(page, 'model-adding')
  await adding.getByLabel('ID', { exact: true }).fill(`tests/${name}`)
  await adding.getByLabel('Licence').fill('MIT')
  await adding.getByLabel('Context').fill('8192')
  await adding.getByLabel('URL', { exact: true }).fill(`https://hub.example/${name}.gguf`)
  await adding.getByLabel('SHA-256').fill('ab'.repeat(32))
  await adding.getByLabel('Bytes').fill('98000000')
  await adding.getByRole('button', { name: 'Add model' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  const details = page.getByRole('dialog', { name, exact: true })
  await expect(details.getByText('93.5 MiB')).toBeVisible()

  await details.getByRole('button', { name: `Edit ${name}` }).click()
  const editing = page.getByRole('dialog', { name: `Edit tests/${name}` })
  await editing.getByLabel('Licence').fill('Apache-2.0')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('Apache-2.0')).toBeVisible()

  await details.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove model' }).click()
  await expect(page.getByText(`tests/${name} is no longer in the catalogue`)).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})
