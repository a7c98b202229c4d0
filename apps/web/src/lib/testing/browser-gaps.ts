import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What jsdom lacks and Mantine asks for: media queries, size observers and scrolling that do nothing.

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

window.scrollTo = () => undefined

Element.prototype.scrollIntoView ??= () => undefined

// A slow machine must not fail a test that only waits for its own work.
configure({ asyncUtilTimeout: 5_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
})

// Growing text areas measure themselves again when a font has come.
if (!('fonts' in document)) {
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })
}
