import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const integration = '**/*.integration.test.ts'
/** `expect.poll` gives up after one second by default, which a busy machine exceeds. */
const expect = { poll: { timeout: 10_000 } }
/** Tests make much short-lived garbage. Room for it, in MiB, saves a tenth of their processor time. */
const execArgv = ['--max-semi-space-size=64']

/**
 * Starts the largest files first: a long file that starts last leaves the other core idle. Integration tests of the
 * whole product, which take longest whatever their size and mostly wait, are spread among the other integration tests
 * for the same reason.
 */
class LargestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    // Unit and web tests run before: among them, a file would be spread to the front of the integration tests.
    const isIntegration = ({ project }: TestSpecification) => project.name === 'integration'
    const isWhole = ({ moduleId }: TestSpecification) => moduleId.includes('/testkit/test/')
    const integration = bySize.filter(isIntegration)
    return [
      ...bySize.filter((file) => !isIntegration(file)),
      ...spread(
        integration.filter(isWhole),
        integration.filter((file) => !isWhole(file)),
      ),
    ]
  }
}

/** Puts each of `few` before an equal share of `many`, and keeps the order of both. */
function spread<T>(few: readonly T[], many: readonly T[]): T[] {
  const each = many.length / Math.max(1, few.length)
  const shares = few.flatMap((one, at) => [
    one,
    ...many.slice(Math.round(at * each), Math.round((at + 1) * each)),
  ])
  return few.length === 0 ? [...many] : shares
}

/** Three kinds of test: `unit` needs nothing, `web` a DOM, `integration` PostgreSQL (and Docker where it says so). */
export default defineConfig({
  test: {
    sequence: { sequencer: LargestFirst },
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
          execArgv,
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
          execArgv,
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
