import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import {
  chainPort,
  chainReadyPort,
  issuerPort,
  productPort as port,
  relayPort,
  stripePort,
  walletConnectPort,
} from './e2e/ports.ts'
import { invoiceSeller } from './e2e/seller.ts'
import { systemBrowser } from './e2e/system-browser.ts'
import { chainVariables } from './packages/testkit/src/chain/serve-chain.ts'
import { standInStripeKeys } from './packages/testkit/src/stripe/stripe-stand-in.ts'

/** Created once: the runner and its workers each read this file in their own process. */
process.env.GRIDLOOM_E2E_DATA ??= mkdtempSync(path.join(tmpdir(), 'gridloom-e2e-'))
const folder = process.env.GRIDLOOM_E2E_DATA
/** Containers of the tests change the machine's addresses; the browser sees none of that. */
const isolatedBrowser = path.join(import.meta.dirname, 'e2e/isolated-browser.ts')

/** Tests that rent this machine or render on it. */
const machine = [
  'apps',
  'company',
  'host',
  'jupyter',
  'loop',
  'machine-screens',
  'model-hub',
  'money',
  'newcomer',
  'render',
  'templates',
].map((name) => `${name}.e2e.ts`)
/** A product of its own, whose clock is turned by days. */
const growth = 'growth.e2e.ts'
/** Tests that put the product into maintenance or publish announcements, which every page shows. */
const everybody = 'maintenance.e2e.ts'
/** Takes an hour and gigabytes of packages: `script/test --apps`. */
const builtApps = 'built-apps.e2e.ts'

/** Runs the product as `script/server` starts it, and drives it with a real browser. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: true,
  outputDir: path.join(tmpdir(), 'gridloom-e2e-results'),
  // Projects run in parallel, each with one worker: the tests that use this machine, those that only use accounts, and
  // one with a product of its own. Tests whose effects every user sees run after both.
  projects: [
    { name: 'machine', testMatch: machine, workers: 1 },
    { name: 'accounts', testIgnore: [...machine, growth, everybody, builtApps], workers: 1 },
    { name: 'growth', testMatch: growth, workers: 1 },
    { name: 'everybody', testMatch: everybody, dependencies: ['machine', 'accounts'], workers: 1 },
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    // Without pictures of the page in the trace, which take a tenth of the time; `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      ...(systemBrowser === undefined ? {} : { executablePath: isolatedBrowser }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        // The machine has no GPU: with one emulated, the browser would spend half the processor on it.
        '--disable-gpu',
      ],
    },
  },
  webServer: [
    {
      command: 'node e2e/local-chain.ts',
      url: `http://localhost:${chainReadyPort}`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      command: 'node e2e/stripe-stand-in.ts',
      // Answers 401, which tells that it runs.
      url: `http://127.0.0.1:${stripePort}`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      command: 'script/server --no-system',
      url: `http://localhost:${port}/api/ready`,
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      stdout: 'ignore',
      stderr: 'pipe',
      env: {
        PORT: String(port),
        GRIDLOOM_DATA: folder,
        GRIDLOOM_ADMIN_EMAIL: 'operator@example.com',
        GRIDLOOM_ADMIN_PASSWORD: 'the operator of tests',
        GRIDLOOM_ACCESS_CODE: 'test-access',
        // No issuer listens until a test starts one: the product contacts it only when a user signs in with it.
        OIDC_ISSUER: `http://localhost:${issuerPort}`,
        OIDC_CLIENT_ID: 'gridloom',
        OIDC_CLIENT_SECRET: 'a secret of tests',
        OIDC_NAME: 'Acme',
        EXCHANGE_WALLET_RELAY: `ws://127.0.0.1:${relayPort}/wallet-connector`,
        WALLETCONNECT_PROJECT_ID: 'c4f79cc821944d9680842e34466bfbd1',
        WALLETCONNECT_RELAY: `ws://127.0.0.1:${walletConnectPort}`,
        INVOICE_SELLER: invoiceSeller,
        ...chainVariables(chainPort, folder),
        STRIPE_SECRET_KEY: standInStripeKeys.secretKey,
        STRIPE_WEBHOOK_SECRET: standInStripeKeys.webhookSecret,
        STRIPE_API_URL: `http://127.0.0.1:${stripePort}`,
        STRIPE_CONNECT_WEBHOOK_SECRET: `${standInStripeKeys.connectSecret},${standInStripeKeys.transferSecret}`,
        PAYOUT_STRIPE: JSON.stringify({
          ...{ country: 'US', countries: ['DE', 'US'], feeUsd: 0.25, feePercent: 0.25 },
          ...{ approveAboveUsd: 1_000, dailyCapUsd: 10_000 },
        }),
        LOG_LEVEL: 'warn',
      },
    },
  ],
})
