// What must be so before the app's own code runs. A file of its own because the content policy allows no inline script.

// Before the first paint, so that nobody with a dark theme sees a white flash. See src/app/color-scheme.ts.
{
  const chosen = localStorage.getItem('theme')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

// Schemas are checked as they stand: zod would else try to compile them to code, which the content policy refuses.
globalThis.__zod_globalConfig = { jitless: true }
