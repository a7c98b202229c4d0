// What must be so before the app's own code runs. A file of its own because the content policy allows no inline script.

// Before the first paint, so that nobody who chose dark sees a white flash.
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  localStorage.getItem('theme') === 'dark' ? 'dark' : 'light',
)

// Schemas are checked as they stand: zod would else try to compile them to code, which the content policy refuses.
globalThis.__zod_globalConfig = { jitless: true }
