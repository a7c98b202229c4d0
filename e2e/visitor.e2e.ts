import { expect, type Page, test } from '@playwright/test'
import { expectToLookRight, settled } from './looks.ts'

const screens = [
  { name: 'visitor-welcome', path: '/welcome' },
  { name: 'visitor-terms', path: '/terms-and-conditions' },
  { name: 'visitor-how-to-host', path: '/how-to-host' },
  { name: 'visitor-release-notes', path: '/blog/release-notes' },
] as const

const windows = [
  { name: 'phone', width: 360, height: 780 },
  { name: 'desktop', width: 1440, height: 900 },
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
    await page.addInitScript(recordShifts)
    await page.goto('/')
    // The figures of the server replace what stood in their places.
    await expect(page.getByText(/^Measured on this server at/)).toBeAttached()
    await scrollThrough(page)
    expect(await page.evaluate(() => window.layoutShifts)).toEqual([])
  })
}

declare global {
  interface Window {
    /** What moved, each with its share of the layout shift. */
    layoutShifts: string[]
  }
}

/** Records the entries of which the metric Cumulative Layout Shift is the sum. */
function recordShifts(): void {
  window.layoutShifts = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const none: { node: Node | null }[] = []
      const { value, sources } = Object.assign({ value: 0, sources: none }, entry)
      // An entry without a value adds nothing to the sum, and names nothing that moved.
      if (value === 0) continue
      const moved = sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML : node?.nodeName,
      )
      window.layoutShifts.push(`${value} by ${moved.join()}`)
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
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
