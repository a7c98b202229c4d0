import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// What jsdom lacks and Mantine or we ask for: media queries, size observers and scrolling that do nothing, and
// addresses of files.

window.matchMedia ??= (query) => ({
  // A desktop: it has a mouse, and nothing else that is asked for.
  matches: query === '(hover: hover)',
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})

window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// Nothing is laid out. What has no place in the window counts as scrolled out of it, and menus beside it are hidden as soon
// as that is found out, which is now and then before a test has found them.
Object.defineProperties(document.documentElement, {
  clientWidth: { configurable: true, get: () => window.innerWidth },
  clientHeight: { configurable: true, get: () => window.innerHeight },
})
Element.prototype.getBoundingClientRect = () => new DOMRect(8, 8, 1, 1)

window.scrollTo = () => undefined

Element.prototype.scrollIntoView ??= () => undefined

URL.createObjectURL ??= () => 'blob:file'
URL.revokeObjectURL ??= () => undefined

// A slow machine must not fail a test that only waits for its own work.
configure({ asyncUtilTimeout: 5_000 })

// The next file has the same page: nothing of a test is left in it.
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

// Growing text areas measure themselves again when a font has come.
if (!('fonts' in document)) {
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })
}
