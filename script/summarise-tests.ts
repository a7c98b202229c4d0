import { readFile } from 'node:fs/promises'

/** Adds up the reports of the test runners and prints one closing line: `N passed, N failed, N skipped`. */

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const [vitestReport, playwrightReport] = process.argv.slice(2)
const counts = [await fromVitest(vitestReport), await fromPlaywright(playwrightReport)]
const sum = (pick: (each: Counts) => number) =>
  counts.reduce((total, each) => total + pick(each), 0)
const failed = sum((each) => each.failed)
process.stdout.write(
  `${sum((each) => each.passed)} passed, ${failed} failed, ${sum((each) => each.skipped)} skipped\n`,
)
process.exitCode = failed === 0 ? 0 : 1

async function fromVitest(file: string | undefined): Promise<Counts> {
  const report = await readReport(file)
  return {
    passed: numberIn(report, 'numPassedTests'),
    // A file that could not even be loaded has no test in it that could fail.
    failed: Math.max(
      numberIn(report, 'numFailedTests'),
      numberIn(report, 'numFailedTestSuites') > 0 ? 1 : 0,
    ),
    skipped: numberIn(report, 'numPendingTests') + numberIn(report, 'numTodoTests'),
  }
}

async function fromPlaywright(file: string | undefined): Promise<Counts> {
  const stats = Object(await readReport(file)).stats
  return {
    passed: numberIn(stats, 'expected'),
    failed: numberIn(stats, 'unexpected') + numberIn(stats, 'flaky'),
    skipped: numberIn(stats, 'skipped'),
  }
}

/** A report that is missing is a runner that broke, which is a failure. */
async function readReport(file: string | undefined): Promise<unknown> {
  const broken = { numFailedTests: 1, stats: { unexpected: 1 } }
  if (file === undefined) return broken
  return readFile(file, 'utf8').then(JSON.parse, () => broken)
}

function numberIn(report: unknown, name: string): number {
  const value: unknown = Object(report)[name]
  return typeof value === 'number' ? value : 0
}
