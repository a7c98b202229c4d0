import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { codeFor } from './emails.ts'

/** The password of every account that is registered here. */
export const password = 'correct horse battery'

/** Registers through the page: human check, emailed code, access code. Ends signed in, with access. */
export async function register(
  page: Page,
  email: string,
  emailedCode: (email: string) => Promise<string> = codeFor,
): Promise<void> {
  await fillRegistration(page, email)
  await submitOnceHuman(page, 'REGISTER')
  await expect(page).toHaveURL(/\/welcome$/)
  await page.getByRole('button', { name: 'Enter the code' }).click()
  await enterCode(page, await emailedCode(email))
  await page.getByRole('button', { name: 'Enter access code' }).click()
  await enterAccessCode(page)
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Opens the register view and fills it in. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
}

/** Types a one-time code into its boxes and sends it. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).click()
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
}

/** Types an access code into the access view and sends it. */
export async function enterAccessCode(page: Page, code = 'test-access'): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Access code' }).fill(code)
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click()
}

export interface Person {
  email: string
  password: string
}

/** The account that `playwright.config.ts` starts the product with; it owns this machine. */
export const operator: Person = { email: 'operator@example.com', password: 'the operator of tests' }

/** Signs in through the page. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submitOnceHuman(page, 'ACCESS MY ACCOUNT')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Presses a button that is disabled until the human check passes, which happens by itself. */
export async function submitOnceHuman(page: Page, label: string): Promise<void> {
  const button = page.getByRole('button', { name: label, exact: true })
  await expect(button).toBeEnabled()
  await button.click()
}

/** Answers the first call to an address as if the last re-authentication were over 15 minutes ago. */
export async function refuseOnce(page: Page, address: string): Promise<void> {
  const json = { status: 'error', code: 'confirmation_required', error: 'Confirm your identity.' }
  await page.route(address, (route) => route.fulfill({ status: 403, json }), { times: 1 })
}
