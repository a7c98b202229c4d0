import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { systemBrowser } from './e2e/system-browser.ts'

/** Builds and opens the apps of `packages/contract/src/apps`, by the agent alone: `script/test --apps`. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: 'built-apps.e2e.ts',
  timeout: 2_400_000,
  expect: { timeout: 60_000 },
  workers: 1,
  forbidOnly: true,
  outputDir: path.join(tmpdir(), 'gridloom-apps-results'),
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    launchOptions: {
      ...(systemBrowser === undefined ? {} : { executablePath: systemBrowser }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-gpu',
      ],
    },
  },
})
