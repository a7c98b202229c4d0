import { cpus } from 'node:os'
import type { Clock } from '@gridloom/async/clock'
import { systemRandom } from '../host/random.ts'
import type { Machine } from '../machine.ts'
import { type RunningWorkload, silent, type Workload } from '../workload.ts'
import { readCpuSample } from './foreign-load.ts'
import { createMeasure, type Measure } from './measure.ts'
import { repeatWhenIdle } from './repeat-when-idle.ts'
import { type BenchmarkResults, openBenchmarkResults } from './results-store.ts'
import { benchmarksRoute } from './routes.ts'
import { type BenchmarkRunner, createBenchmarkRunner } from './runner.ts'

/** Benchmarks of this machine; figures that are missing are measured when the agent starts. */
export function benchmarksOn({ settings, clock, execute }: Machine): Workload {
  const measure = createMeasure({ folder: settings.dataDir, clock, execute })
  return benchmarksWorkload({ measure, first: 'at_start', repeatBy: clock })
}

export interface BenchmarksOptions {
  measure: Measure
  /** Whether a machine that was never measured is measured at the start. */
  first: 'at_start' | 'on_demand'
  /** The clock of repetitions: a machine measured at the start is measured again until its figures are stable. */
  repeatBy?: Clock
}

export function benchmarksWorkload(options: BenchmarksOptions): Workload {
  const { measure, first, repeatBy } = options
  return {
    name: 'benchmarks',
    start: async ({ dataDir, log, rental }) => {
      const results = await openBenchmarkResults(dataDir, cpuName())
      const { isStable } = results
      const given = { random: systemRandom, rental, readCpu: readCpuSample, isStable }
      const runner = createBenchmarkRunner({
        rental,
        results,
        measure,
        log,
        ...(repeatBy !== undefined && {
          repeat: (again, signal) =>
            repeatWhenIdle({ ...given, clock: repeatBy, measure: again }, signal),
        }),
      })
      return runningOf(results, { runner, first })
    },
  }
}

/** The CPU that figures belong to: its model and its threads. */
function cpuName(): string {
  const all = cpus()
  return `${all[0]?.model ?? 'CPU'} × ${all.length}`
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
