import { cpus } from 'node:os'
import type { Clock } from '@gridloom/async/clock'
import { systemRandom } from '../host/random.ts'
import type { RentalWatch } from '../host/rental-watch.ts'
import type { Machine } from '../machine.ts'
import { type ChangeNotice, type RunningWorkload, silent, type Workload } from '../workload.ts'
import { readCpuSample } from './foreign-load.ts'
import { type GpuResults, openGpuResults } from './gpu/gpu-results.ts'
import { createGpuRunner, type GpuRunner } from './gpu/gpu-runner.ts'
import { inspectGpuLibrary } from './gpu/inspect-gpu-library.ts'
import { createMeasureGpus, type MeasureGpus } from './gpu/measure-gpus.ts'
import { driverLibrary } from './gpu/run-worker.ts'
import { createMeasure, type Measure } from './measure.ts'
import { repeatWhenIdle } from './repeat-when-idle.ts'
import { type BenchmarkResults, openBenchmarkResults } from './results-store.ts'
import { benchmarksRoute, gpuBenchmarksRoute } from './routes.ts'
import { type BenchmarkRunner, createBenchmarkRunner } from './runner.ts'

/** Benchmarks of this machine; figures that are missing are measured when the agent starts. */
export function benchmarksOn({ settings, clock, execute, platform }: Machine): Workload {
  const measure = createMeasure({ folder: settings.dataDir, clock, execute })
  const library = driverLibrary(platform)
  const measureGpus = createMeasureGpus({ execute, clock, library })
  return {
    ...benchmarksWorkload({ measure, measureGpus, first: 'at_start', repeatBy: clock }),
    examine: () => inspectGpuLibrary({ execute, library }),
  }
}

export interface BenchmarksOptions {
  measure: Measure
  /** Absent: GPUs are not measured. */
  measureGpus?: MeasureGpus
  /** Whether a machine that was never measured is measured at the start. */
  first: 'at_start' | 'on_demand'
  /** The clock of repetitions: a machine measured at the start is measured again until its figures are stable. */
  repeatBy?: Clock
}

export function benchmarksWorkload(options: BenchmarksOptions): Workload {
  const { measure, measureGpus = noGpus, first, repeatBy } = options
  return {
    name: 'benchmarks',
    start: async ({ dataDir, log, rental }) => {
      const results = await openBenchmarkResults(dataDir, cpuName())
      const gpuResults = await openGpuResults(dataDir)
      const gpus = createGpuRunner({ measure: measureGpus, results: gpuResults, log })
      const { isStable } = results
      const given = { random: systemRandom, rental, readCpu: readCpuSample, isStable }
      const runner = createBenchmarkRunner({
        rental,
        results,
        measure,
        measureGpus: (signal) => gpus.measure('all', signal),
        log,
        ...(repeatBy !== undefined && {
          repeat: (again, signal) =>
            repeatWhenIdle({ ...given, clock: repeatBy, measure: again }, signal),
        }),
      })
      return runningOf({ results, gpuResults, runner, gpus, first, rental })
    },
  }
}

/** The CPU that figures belong to: its model and its threads. */
function cpuName(): string {
  const all = cpus()
  return `${all[0]?.model ?? 'CPU'} × ${all.length}`
}

const noGpus: MeasureGpus = async () => ({ figures: [], skipped: [] })

interface Running {
  results: BenchmarkResults
  gpuResults: GpuResults
  runner: BenchmarkRunner
  gpus: GpuRunner
  first: BenchmarksOptions['first']
  rental: Pick<RentalWatch, 'isRented'>
}

function runningOf({ results, gpuResults, runner, gpus, first, rental }: Running): RunningWorkload {
  return {
    ...silent,
    routes: [
      benchmarksRoute(runner.start),
      gpuBenchmarksRoute((uuids) => void gpus.measure(uuids)),
    ],
    hello: () => ({ benchmarks: results.all(), gpu_benchmarks: gpuResults.all() }),
    watch: (notify) => watchBoth(notify, { results, gpuResults }),
    begin: () => {
      if (first !== 'at_start') return
      runner.startWhenNeverMeasured()
      // The figures of an older agent are complete without its GPUs.
      const isDue = gpuResults.all().length === 0 && !runner.isRunning() && !rental.isRented()
      if (isDue) void gpus.measure('all')
    },
    [Symbol.asyncDispose]: async () => {
      await runner[Symbol.asyncDispose]()
      await gpus[Symbol.asyncDispose]()
      await results[Symbol.asyncDispose]()
      await gpuResults[Symbol.asyncDispose]()
    },
  }
}

function watchBoth(
  notify: (notice: ChangeNotice) => void,
  { results, gpuResults }: Pick<Running, 'results' | 'gpuResults'>,
): () => void {
  const ends = [
    results.onMeasured((benchmark) =>
      notify({ key: benchmark.kind, message: () => ({ kind: 'benchmark', benchmark }) }),
    ),
    gpuResults.onMeasured(() =>
      notify({
        key: 'gpus',
        message: () => ({ kind: 'gpu_benchmarks', benchmarks: gpuResults.all() }),
      }),
    ),
  ]
  return () => {
    for (const end of ends) end()
  }
}
