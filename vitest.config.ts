import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const integration = '**/*.integration.test.ts'

/**
 * The larger a file, the sooner it begins; but first of all those of the whole product, which take longest whatever
 * their size: one that began last would have one core busy while the other has nothing left.
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
