import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { precompress } from './precompress.ts'

/** The control plane that the development server passes API calls to. */
const apiServer = process.env.GRIDLOOM_API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), precompress()],
  // One sheet: a part whose code is fetched again would not have its own sheet fetched again.
  build: { outDir: 'dist', sourcemap: true, target: 'es2023', cssCodeSplit: false },
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
    // A new page and all modules anew for each file took half the time. What a test leaves, the set-up clears.
    isolate: false,
    // Node would be given the build for Node, which sends over its own sockets.
    alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' },
    server: { deps: { inline: ['tus-js-client'] } },
    setupFiles: ['./src/testing/browser-gaps.ts'],
  },
})
