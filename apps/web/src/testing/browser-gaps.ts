import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Stubs of browser APIs that jsdom lacks: media queries, resize observers, scrolling, and object URLs.

window.matchMedia ??= (query) => ({
  // A desktop with a mouse; every other query is false.
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

// jsdom has no layout. Elements without a box count as scrolled out of view, and menus attached to them would be
// hidden, sometimes before a test finds them.
Object.defineProperties(document.documentElement, {
  clientWidth: { configurable: true, get: () => window.innerWidth },
  clientHeight: { configurable: true, get: () => window.innerHeight },
})
Element.prototype.getBoundingClientRect = () => new DOMRect(8, 8, 1, 1)

// An editor of code measures its text.
Range.prototype.getClientRects ??= () => Object.assign([], { item: () => null })

window.scrollTo = () => undefined

Element.prototype.scrollIntoView ??= () => undefined

// Charts are drawn on a canvas, which jsdom has not; what they show is tested by their columns.
const canvas: object = new Proxy(
  { canvas: document.createElement('canvas') },
  {
    get: (own, name) => Reflect.get(own, name) ?? (() => ({ width: 0 })),
    set: Reflect.set,
  },
)
Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
  configurable: true,
  writable: true,
  value: () => canvas,
})
Object.defineProperty(globalThis, 'Path2D', {
  configurable: true,
  value: class {
    moveTo(): void {}
    lineTo(): void {}
    rect(): void {}
    roundRect(): void {}
    arc(): void {}
    closePath(): void {}
    addPath(): void {}
  },
})

URL.createObjectURL ??= () => 'blob:file'
URL.revokeObjectURL ??= () => undefined

// A slow machine must not fail a test that only waits for the app.
configure({ asyncUtilTimeout: 5_000 })

// Each attempt of a wait would print the page into an error that the next attempt replaces, a tenth of the time of these
// tests. The error of a wait whose time is over still prints it, as does an error outside of waits.
const { getElementError: printingError } = getConfig()
configure({ getElementError: missingElement })

function missingElement(message: string | null, container: Element): Error {
  const error = isAttemptOfWait() ? elementError(message) : printingError(message, container)
  // The test is the caller that Vitest shows, not this file.
  Error.captureStackTrace(error, missingElement)
  return error
}

/** Whether Testing Library calls a query within `waitFor` or `findBy…`. */
function isAttemptOfWait(): boolean {
  const config = getConfig()
  return (
    '_disableExpensiveErrorDiagnostics' in config &&
    config._disableExpensiveErrorDiagnostics === true
  )
}

/** Testing Library recognises its own errors by their name. */
function elementError(message: string | null): Error {
  const error = new Error(message ?? '')
  error.name = 'TestingLibraryElementError'
  return error
}

// Test files share one page (no isolation), so each test cleans up.
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

// Test files share their modules too: one that is still loading when a file ends would fail, also for all later files.
afterAll(() => vi.dynamicImportSettled())

// Autosizing text areas measure themselves again when fonts load.
if (!('fonts' in document)) {
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })
}
