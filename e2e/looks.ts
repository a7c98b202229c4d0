import { mkdir } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** The folder for screenshots, named by `GRIDLOOM_SCREENS`; without it none are stored. */
const folder = process.env.GRIDLOOM_SCREENS

const looks = [
  { name: 'light', theme: 'light', width: 1440, height: 900, rules: undefined },
  // The same elements as in light: only their colours differ.
  { name: 'dark', theme: 'dark', width: 1440, height: 900, rules: ['color-contrast'] },
  { name: 'phone', theme: 'light', width: 360, height: 780, rules: undefined },
] as const
type Look = (typeof looks)[number]

/** The sizes in which pages are loaded. */
export const windows = [
  { name: 'phone', width: 360, height: 780 },
  { name: 'desktop', width: 1440, height: 900 },
] as const

declare global {
  interface Window {
    axe: Pick<typeof axe, 'run'>
  }
}

/** A theme and a window size. */
export interface WornLook {
  name: string
  theme: 'light' | 'dark'
  width: number
  height: number
}

/** When a page takes on another theme: the app at once, a document without it when it is loaded. */
type ThemeChange = 'at once' | 'when loaded'

/**
 * Expects the current screen to be accessible and to fit its window: light and dark, wide and on a phone. The page is
 * left light and wide.
 */
export async function expectToLookRight(
  page: Page,
  name: string,
  themeChange: ThemeChange = 'at once',
): Promise<void> {
  // Announcements and the header are drawn before a page whose code is still being loaded.
  await expect(page.locator('main h1').first()).toBeAttached()
  // An element that fades out has too little contrast for half a second.
  await expect(page.locator('[data-phase=hiding]')).toHaveCount(0)
  for (const look of looks) {
    await wear(page, look, themeChange)
    await check(page, `${name}-${look.name}`, look.rules)
  }
  await wear(page, looks[0], themeChange)
}

/** Waits until the page has its heading and nothing loads any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Switches theme as another tab would, through a storage event. */
export async function wear(
  page: Page,
  { theme, width, height }: WornLook,
  themeChange: ThemeChange = 'at once',
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue)
    const change = { key: 'theme', newValue, storageArea: localStorage }
    dispatchEvent(new StorageEvent('storage', change))
  }, theme)
  if (themeChange === 'when loaded') await page.reload()
  await expect(page.locator(`html[data-mantine-color-scheme=${theme}]`)).toBeAttached()
  await page.evaluate(endTransitions)
}

/** Ends the transitions of colours: between two themes they have too little contrast for a moment. */
function endTransitions(): void {
  const running = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
  // An element that inherits a colour starts its own transition when that of its parent ends.
  for (let left = running(); left.length > 0; left = running())
    for (const transition of left) transition.finish()
}

/** Checks a screen by all rules of axe, or by some. */
async function check(page: Page, name: string, rules: Look['rules']): Promise<void> {
  const violations = await violationsOn(page, rules)
  expect.soft(violations.map((violation) => `${name}: ${violation}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(overflow, `${name} is wider than its window`).toBeLessThanOrEqual(0)
  await expect
    .soft(async () => expect(await page.evaluate(selectedOutOfView), name).toEqual([]))
    .toPass({ timeout: 2_000 })
  const hidden = await page.evaluate(submitsOutOfView)
  expect.soft(hidden, `buttons that a dialog of ${name} hides until it is scrolled`).toEqual([])
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Returns the selected tabs and section links that their scrolling list hides: the window may have become narrower. */
function selectedOutOfView(): (string | null)[] {
  const selected = document.querySelectorAll(
    'main :is([role=tab][aria-selected=true], nav [aria-current=page])',
  )
  const hidden = [...selected].filter((one) => {
    const list = one.closest('[role=tablist], ul')?.getBoundingClientRect()
    const { left, right } = one.getBoundingClientRect()
    return list !== undefined && (left < list.left - 1 || right > list.right + 1)
  })
  return hidden.map(({ textContent }) => textContent)
}

/** Returns the words on buttons that submit the form of a dialog, and that its scrolled part or the window cuts off. */
function submitsOutOfView(): string[] {
  const all = document.querySelectorAll<HTMLElement>('[role=dialog] button[type=submit]')
  return [...all]
    .filter((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      const dialog = button.closest('[role=dialog]')?.getBoundingClientRect()
      return top < (dialog?.top ?? 0) || bottom > Math.min(dialog?.bottom ?? 0, innerHeight)
    })
    .map((button) => button.textContent)
}

/**
 * Runs axe in the page, where it is loaded once per document, and returns each violated rule with its first element.
 * AxeBuilder loads it twice per run and returns what every rule passed too, which takes three times as long.
 */
async function violationsOn(page: Page, rules: Look['rules']): Promise<string[]> {
  expect(page.frames(), 'axe is not loaded into frames').toHaveLength(1)
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  // Style sheets would be preloaded for experimental rules alone.
  const options: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } }
  if (rules !== undefined) options.runOnly = [...rules]
  return page.evaluate(async (chosen) => {
    const { violations } = await window.axe.run(document, chosen)
    return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`)
  }, options)
}
