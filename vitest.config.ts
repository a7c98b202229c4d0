import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const integration = '**/*.integration.test.ts'
/** `expect.poll` gives up after one second by default, which a busy machine exceeds. */
const expect = { poll: { timeout: 10_000 } }

/**
 * Starts the largest files first, after those that test the whole product, which take longest whatever their size: a
 * long file that starts last leaves the other core idle.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    const isWhole = ({ moduleId }: TestSpecification) => moduleId.includes('/testkit/test/')
    return [...bySize.filter(isWhole), ...bySize.filter((file) => !isWhole(file))]
  }
}

/** Three kinds of test: `unit` needs nothing, `web` a DOM, `integration` PostgreSQL (and Docker where it says so). */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/{src,test}/**/*.test.ts',
            'apps/{server,agent,cli}/{src,test}/**/*.test.ts',
          ],
          exclude: [integration],
          expect,
          testTimeout: 20_000,
          // These tests leave no state between files, so modules are loaded once.
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
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Loading the modules again for each of 160 files took a third of the time. Each file ends what it starts.
          isolate: false,
          // After the others: it shares two cores with a database and containers.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
