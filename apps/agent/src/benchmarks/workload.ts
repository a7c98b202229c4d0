import type { Machine } from '../machine.ts'
import { type RunningWorkload, silent, type Workload } from '../workload.ts'
import { createMeasure, type Measure } from './measure.ts'
import { type BenchmarkResults, openBenchmarkResults } from './results-store.ts'
import { benchmarksRoute } from './routes.ts'
import { type BenchmarkRunner, createBenchmarkRunner } from './runner.ts'

/** Benchmarks of this machine; figures that are missing are measured when the agent starts. */
export function benchmarksOn({ settings, clock, execute }: Machine): Workload {
  const measure = createMeasure({ folder: settings.dataDir, clock, execute })
  return benchmarksWorkload({ measure, first: 'at_start' })
}

export interface BenchmarksOptions {
  measure: Measure
  /** Whether a machine that was never measured is measured at the start. */
  first: 'at_start' | 'on_demand'
}

export function benchmarksWorkload({ measure, first }: BenchmarksOptions): Workload {
  return {
    name: 'benchmarks',
    start: async ({ dataDir, log, rental }) => {
      const results = await openBenchmarkResults(dataDir)
      const runner = createBenchmarkRunner({ rental, results, measure, log })
      return runningOf(results, { runner, first })
    },
  }
}

function runningOf(
  results: BenchmarkResults,
  { runner, first }: { runner: BenchmarkRunner; first: BenchmarksOptions['first'] },
): RunningWorkload {
  return {
    ...silent,
    routes: [benchmarksRoute(runner.start)],
    hello: () => ({ benchmarks: results.all() }),
    watch: (notify) =>
      results.onMeasured((benchmark) =>
        notify({ key: benchmark.kind, message: () => ({ kind: 'benchmark', benchmark }) }),
      ),
    begin: () => {
      if (first === 'at_start') runner.startWhenNeverMeasured()
    },
    [Symbol.asyncDispose]: async () => {
      await runner[Symbol.asyncDispose]()
      await results[Symbol.asyncDispose]()
    },
  }
}
