import { expect, type Locator, type Page } from '@playwright/test'

/** Locates the button that rents the first offer. */
export function firstOffer(page: Page): Locator {
  return page.getByRole('button', { name: /^Rent (?!automatically|without)/ }).first()
}

/** Rents the first offer with a template, as a user would, and waits until the instance is ready. */
export async function rent(page: Page, template: string, label: string): Promise<void> {
  await page.goto('/instance')
  await firstOffer(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: new RegExp(`^${template}`) }).check()
  await dialog.getByLabel('Label').fill(label)
  await dialog.getByRole('button', { name: /^Rent for \$/ }).click()
  await expect(page).toHaveURL(/\/instance\/myinstance\/ins_/)
  await expect(state(page, 'Ready')).toBeVisible({ timeout: 60_000 })
}

/** Destroys the instance on the page without stopping it first, and waits until the machine confirms it. */
export async function destroy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Destroy', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(state(page, 'Destroyed')).toBeVisible()
}

/** Locates the label of the state that the page shows. */
export function state(page: Page, word: string): Locator {
  return page.getByRole('main').getByText(word, { exact: true }).first()
}
