import { expect, type Page, test } from '@playwright/test'
import { layoutShifts, recordShifts } from './layout-shifts.ts'
import { expectToLookRight, settled, windows } from './looks.ts'

const screens = [
  { name: 'visitor-welcome', path: '/welcome' },
  { name: 'visitor-terms', path: '/terms-and-conditions' },
  { name: 'visitor-how-to-host', path: '/how-to-host' },
  { name: 'visitor-release-notes', path: '/blog/release-notes' },
] as const

test('what a visitor can read is accessible and fits, in every look', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  await expectToLookRight(page, 'landing', 'when loaded')
  for (const { name, path } of screens) {
    await page.goto(path)
    await settled(page)
    await expectToLookRight(page, name)
  }
})

for (const { name, ...viewport } of windows) {
  test(`nothing on the landing page moves by itself on a ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await recordShifts(page)
    await page.goto('/')
    // The figures of the server replace what stood in their places.
    await expect(page.getByText(/^Measured on this server at/)).toBeAttached()
    await scrollThrough(page)
    expect(await layoutShifts(page)).toEqual([])
  })
}

/** Scrolls to the end of the page, one window after another, so that each recording begins to play. */
async function scrollThrough(page: Page): Promise<void> {
  const isEnd = () => innerHeight + scrollY >= document.documentElement.scrollHeight - 1
  while (!(await page.evaluate(isEnd))) {
    await page.evaluate(async () => {
      scrollBy({ top: innerHeight, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
  }
}
