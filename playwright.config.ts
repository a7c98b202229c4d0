import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { issuerPort, productPort as port } from './e2e/ports.ts'

/** Made once: the runner and its workers read this file each in a process of their own. */
process.env.GRIDLOOM_E2E_DATA ??= mkdtempSync(path.join(tmpdir(), 'gridloom-e2e-'))
const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)

/** They rent this machine, or render on it. */
const machine = ['company', 'host', 'loop', 'machine-screens', 'model-hub', 'render'].map(
  (name) => `${name}.e2e.ts`,
)
/** Closes the product and announces things. */
const everybody = 'operator.e2e.ts'

/** The product as `script/server` starts it, and a real browser clicking through it. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: true,
  outputDir: path.join(tmpdir(), 'gridloom-e2e-results'),
  // Two rows beside each other, each in a row of its own: what uses this machine, and what only uses accounts. What
  // everybody sees comes after both.
  projects: [
    { name: 'machine', testMatch: machine, workers: 1 },
    { name: 'accounts', testIgnore: [...machine, everybody], workers: 1 },
    { name: 'everybody', testMatch: everybody, dependencies: ['machine', 'accounts'], workers: 1 },
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    // Without its pictures: taking one at each change halves the speed of everything.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        // There is none: a browser that thinks there is one computes it, at half the processor.
        '--disable-gpu',
      ],
    },
  },
  webServer: {
    command: 'script/server --no-system',
    url: `http://localhost:${port}/api/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      GRIDLOOM_DATA: process.env.GRIDLOOM_E2E_DATA,
      GRIDLOOM_ADMIN_EMAIL: 'operator@example.com',
      GRIDLOOM_ADMIN_PASSWORD: 'the operator of tests',
      GRIDLOOM_ACCESS_CODE: 'test-access',
      // Nobody is there until a test starts it: the product asks an issuer only when somebody goes there.
      OIDC_ISSUER: `http://localhost:${issuerPort}`,
      OIDC_CLIENT_ID: 'gridloom',
      OIDC_CLIENT_SECRET: 'a secret of tests',
      OIDC_NAME: 'Acme',
      LOG_LEVEL: 'warn',
    },
  },
})
