import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Registers through the page, human check and access code included, and ends up signed in. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm password').fill('correct horse battery')
  await submitOnceHuman(page, 'REGISTER')
  await page.getByRole('button', { name: 'Enter access code' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Access code' }).fill('test-access')
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(dialog).toBeHidden()
}

export interface Person {
  email: string
  password: string
}

/** The account that `playwright.config.ts` starts the product with; this machine is theirs. */
export const operator: Person = { email: 'operator@example.com', password: 'the operator of tests' }

/** Signs in through the page. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submitOnceHuman(page, 'ACCESS MY ACCOUNT')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** The button is closed until the human check has passed, which works by itself. */
async function submitOnceHuman(page: Page, label: string): Promise<void> {
  const button = page.getByRole('button', { name: label, exact: true })
  await expect(button).toBeDisabled()
  await expect(button).toBeEnabled()
  await button.click()
}
