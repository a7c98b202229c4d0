import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * Adds up the reports of the test runners. Prints every failed test, with the first lines of its error (a truncated log
 * still ends with them), then one closing line: `N passed, N failed, N skipped`.
 */

interface Failure {
  test: string
  why: string
}

interface Outcome {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

const whyLinesMax = 12

const [vitestReport, playwrightReport] = process.argv.slice(2)
const outcomes = [await fromVitest(vitestReport), await fromPlaywright(playwrightReport)]
const sum = (pick: (each: Outcome) => number) =>
  outcomes.reduce((total, each) => total + pick(each), 0)
const failed = sum((each) => each.failed)

for (const { test, why } of outcomes.flatMap((each) => each.failures)) {
  const lines = stripVTControlCharacters(why).trim().split('\n').slice(0, whyLinesMax)
  process.stdout.write(`failed: ${test}\n${lines.map((line) => `    ${line}\n`).join('')}`)
}
process.stdout.write(
  `${sum((each) => each.passed)} passed, ${failed} failed, ${sum((each) => each.skipped)} skipped\n`,
)
process.exitCode = failed === 0 ? 0 : 1

async function fromVitest(file: string | undefined): Promise<Outcome> {
  const report = await readReport(file)
  const files = listIn(report, 'testResults')
  const failures = files.flatMap((each) => {
    const name = path.relative('.', textIn(each, 'name'))
    const tests = listIn(each, 'assertionResults')
      .filter((test) => textIn(test, 'status') === 'failed')
      .map((test) => ({
        test: `${name} > ${textIn(test, 'fullName')}`,
        why: listIn(test, 'failureMessages').join('\n'),
      }))
    // A file that could not be loaded has an error of its own; hook-errors-reporter.ts writes those of hooks.
    const broken = textIn(each, 'status') === 'failed' && tests.length === 0
    return broken ? [{ test: name, why: textIn(each, 'message') }] : tests
  })
  return {
    passed: numberIn(report, 'numPassedTests'),
    // A file that could not be loaded contains no failed test.
    failed: Math.max(
      numberIn(report, 'numFailedTests'),
      numberIn(report, 'numFailedTestSuites') > 0 ? 1 : 0,
      failures.length,
    ),
    skipped: numberIn(report, 'numPendingTests') + numberIn(report, 'numTodoTests'),
    failures,
  }
}

async function fromPlaywright(file: string | undefined): Promise<Outcome> {
  const report = await readReport(file)
  const stats = Object(report).stats
  return {
    passed: numberIn(stats, 'expected'),
    failed: numberIn(stats, 'unexpected') + numberIn(stats, 'flaky'),
    skipped: numberIn(stats, 'skipped'),
    failures: specsIn(report).flatMap(playwrightFailure),
  }
}

/** The specs of a suite and of its nested suites. */
function specsIn(suite: unknown): unknown[] {
  return [...listIn(suite, 'specs'), ...listIn(suite, 'suites').flatMap(specsIn)]
}

function playwrightFailure(spec: unknown): Failure[] {
  const failedTests = listIn(spec, 'tests').filter((test) =>
    ['unexpected', 'flaky'].includes(textIn(test, 'status')),
  )
  if (failedTests.length === 0) return []
  const errors = failedTests
    .flatMap((test) => listIn(test, 'results'))
    .flatMap((result) => listIn(result, 'errors'))
  return [
    {
      test: `e2e/${textIn(spec, 'file')}:${numberIn(spec, 'line')} > ${textIn(spec, 'title')}`,
      why: errors.map((error) => textIn(error, 'message')).join('\n'),
    },
  ]
}

/** A missing report means that a runner broke, which is a failure. */
async function readReport(file: string | undefined): Promise<unknown> {
  const broken = { numFailedTests: 1, stats: { unexpected: 1 } }
  if (file === undefined) return broken
  return readFile(file, 'utf8').then(JSON.parse, () => broken)
}

function numberIn(report: unknown, name: string): number {
  const value: unknown = Object(report)[name]
  return typeof value === 'number' ? value : 0
}

function textIn(report: unknown, name: string): string {
  const value: unknown = Object(report)[name]
  return typeof value === 'string' ? value : ''
}

function listIn(report: unknown, name: string): unknown[] {
  const value: unknown = Object(report)[name]
  return Array.isArray(value) ? value : []
}
