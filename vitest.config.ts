import { defineConfig } from 'vitest/config'

const integration = '**/*.integration.test.ts'

/** Three kinds of test: `unit` needs nothing, `web` a DOM, `integration` PostgreSQL (and Docker where it says so). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/{src,test}/**/*.test.ts',
            'apps/{server,agent,cli}/{src,test}/**/*.test.ts',
          ],
          exclude: [integration],
          // Nothing of these is kept between files, so that modules are read once.
          isolate: false,
          maxWorkers: 2,
        },
      },
      './apps/web',
      {
        test: {
          name: 'integration',
          include: [
            `packages/*/{src,test}/${integration}`,
            `apps/{server,agent,cli}/{src,test}/${integration}`,
          ],
          globalSetup: ['packages/testkit/src/vitest-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Reading the modules anew for each of 160 files took a third of the time. What a file starts, it ends.
          isolate: false,
          // After the others: it shares two cores with a database and containers.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
