import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { apiFactsModule } from './api-facts.ts'
import { feed } from './feed.ts'
import { landingPage, withoutAppStyles } from './landing-page.ts'
import { precompress } from './precompress.ts'

/** The control plane that the development server proxies API calls to. */
const apiServer = process.env.GRIDLOOM_API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), apiFactsModule(), feed(), landingPage(), withoutAppStyles(), precompress()],
  // One style sheet: when a component's code is loaded again, its own sheet would not be.
  build: {
    outDir: 'dist',
    sourcemap: true,
    target: 'es2023',
    cssCodeSplit: false,
    rolldownOptions: { input: { app: 'index.html', landing: 'landing.html' } },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: apiServer, ws: true },
      '/models': apiServer,
      '/v1': apiServer,
      '/install': apiServer,
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    maxWorkers: 2,
    // Room for short-lived garbage, in MiB, as in vitest.config.ts.
    execArgv: ['--max-semi-space-size=64'],
    // A new page and fresh modules for each test file took half of the time. The setup file cleans up after each test.
    isolate: false,
    // By default Node resolves to the build for Node, which uses its own sockets.
    alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' },
    server: { deps: { inline: ['tus-js-client'] } },
    setupFiles: ['./src/testing/browser-gaps.ts', './src/testing/quick-page.ts'],
  },
})
