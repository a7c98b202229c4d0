import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Launches the apps that machines build themselves from the store, and uses each: `script/test --apps`. */
export default defineConfig({
  ...base,
  timeout: 4_000_000,
  expect: { timeout: 60_000 },
  workers: 1,
  projects: [{ name: 'apps', testMatch: 'built-apps.e2e.ts', workers: 1 }],
  use: { ...base.use, actionTimeout: 60_000 },
})
