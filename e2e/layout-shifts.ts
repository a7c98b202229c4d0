import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What moved, each with its share of the layout shift. */
    layoutShifts: string[]
  }
}

/** Records what moves by itself on each document that the page opens from now on. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(recordInPage)
}

/** Returns what has moved on the open document, up to the next frame. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return window.layoutShifts
  })
}

/** Records the entries of which the metric Cumulative Layout Shift is the sum. */
function recordInPage(): void {
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
