import { mkdir } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The folder for screenshots, named by `GRIDLOOM_SCREENS`; without it none are stored. */
const folder = process.env.GRIDLOOM_SCREENS

const looks = [
  { name: 'light', theme: 'light', width: 1440, height: 900, rules: undefined },
  // The same elements as in light: only their colours differ.
  { name: 'dark', theme: 'dark', width: 1440, height: 900, rules: ['color-contrast'] },
  { name: 'phone', theme: 'light', width: 360, height: 780, rules: undefined },
] as const
type Look = (typeof looks)[number]

/**
 * Expects the current screen to be accessible and to fit its window: light and dark, wide and on a phone. The page is
 * left light and wide.
 */
export async function expectToLookRight(page: Page, name: string): Promise<void> {
  // An element that fades out has too little contrast for half a second.
  await expect(page.locator('[data-phase=hiding]')).toHaveCount(0)
  for (const look of looks) {
    await wear(page, look)
    await check(page, `${name}-${look.name}`, look.rules)
  }
  await wear(page, looks[0])
}

/** Waits until the page has its heading and nothing loads any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Switches theme as another tab would, through a storage event: the page changes at once. */
async function wear(page: Page, { theme, width, height }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue)
    const change = { key: 'theme', newValue, storageArea: localStorage }
    dispatchEvent(new StorageEvent('storage', change))
  }, theme)
  await expect(page.locator(`html[data-mantine-color-scheme=${theme}]`)).toBeAttached()
}

/** Checks a screen by all rules of axe, or by some. */
async function check(page: Page, name: string, rules: Look['rules']): Promise<void> {
  // In the page itself, which has no cross-origin frames: otherwise each check would open a tab of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules !== undefined) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  expect.soft(violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.html}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(overflow, `${name} is wider than its window`).toBeLessThanOrEqual(0)
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
