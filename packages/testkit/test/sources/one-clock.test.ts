import { expect, it } from 'vitest'
import { placesOf, sourceFiles } from './source-files.ts'

/** Time that a test could not control. */
const ambientTime =
  /\bAbortSignal\.timeout\(|\bset(Timeout|Interval)\b|\bDate\.now\b|\bnew Date\(\)/

/** The implementation of the clock. */
const clock = 'packages/async/src/clock.ts'

it('takes the time and every timer from the clock', () => {
  const files = sourceFiles().filter(({ path }) => path !== clock)
  expect(files.flatMap((file) => placesOf(ambientTime, file))).toEqual([])
})
