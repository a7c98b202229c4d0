import type { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Log } from '../host/log.ts'
import type { RentalWatch } from '../host/rental-watch.ts'
import { AgentRefused } from '../refused.ts'
import type { Measure } from './measure.ts'
import type { BenchmarkResults } from './results-store.ts'

export interface BenchmarkRunnerOptions {
  rental: Pick<RentalWatch, 'isRented' | 'onChange'>
  results: Pick<BenchmarkResults, 'has' | 'record'>
  measure: Measure
  log: Log
  /** Measures the GPUs after all else; resolves when it ended. */
  measureGpus?: (signal: AbortSignal) => Promise<void>
  /** Measures again while idle, by the function it is given; absent: only on demand. */
  repeat?: (measure: () => Promise<void>, signal: AbortSignal) => Promise<void>
}

/** Measures only while nothing is rented: renters pay for the full performance of what they rent. */
export interface BenchmarkRunner {
  /** Starts measuring unless it is running. Throws `state_conflict` while the machine is rented. */
  start(): void
  /**
   * Measures now, or as soon as the machine is idle, where a figure is missing. A measurement that failed on
   * its own (not because an instance started) is not retried until the next call. Then repeats until the figures are
   * stable.
   */
  startWhenNeverMeasured(): void
  isRunning(): boolean
  [Symbol.asyncDispose](): Promise<void>
}

const necessary: readonly BenchmarkKind[] = [
  'cpu_single_mops',
  'cpu_multi_mops',
  'memory_bandwidth_mb_s',
  'disk_write_mb_s',
]

export function createBenchmarkRunner(options: BenchmarkRunnerOptions): BenchmarkRunner {
  const { rental, results, measure, log } = options
  let running: { stop: AbortController; done: Promise<void> } | undefined
  let isWanted = false
  let repeating: Promise<void> | undefined
  const stopRepeating = new AbortController()
  const unwatch = rental.onChange(() => {
    if (rental.isRented()) running?.stop.abort(new Error('an instance started'))
    else if (isWanted) beginWhenIdle()
  })

  async function run(signal: AbortSignal): Promise<void> {
    for await (const benchmark of measure(signal)) {
      log.info({ event: 'benchmark.measured', ...benchmark }, 'measured')
      await results.record(benchmark)
    }
    await options.measureGpus?.(signal)
  }

  function begin(): void {
    const stop = new AbortController()
    const done = run(stop.signal)
      .catch((cause) => {
        log.warn({ event: 'benchmark.aborted', reason: String(cause) }, 'measuring ended early')
        if (!stop.signal.aborted) isWanted = false
      })
      .finally(() => {
        running = undefined
      })
    running = { stop, done }
  }

  /** Measures unless it is running or the machine is rented; resolves when it ended. */
  async function measureOnce(): Promise<void> {
    if (running === undefined && !rental.isRented()) begin()
    await running?.done
  }

  function beginRepeating(): void {
    repeating ??= options.repeat?.(measureOnce, stopRepeating.signal).catch((cause) => {
      if (stopRepeating.signal.aborted) return
      log.warn({ event: 'benchmark.repeat_failed', reason: String(cause) }, 'not measured again')
    })
  }

  function beginWhenIdle(): void {
    isWanted = isWanted && necessary.some((kind) => !results.has(kind))
    if (isWanted && running === undefined && !rental.isRented()) begin()
  }

  return {
    start: () => {
      if (rental.isRented()) {
        const text = 'Benchmarks run only while the machine is idle.'
        throw new AgentRefused('state_conflict', text)
      }
      if (running === undefined) begin()
    },
    isRunning: () => running !== undefined,
    startWhenNeverMeasured: () => {
      isWanted = true
      beginWhenIdle()
      beginRepeating()
    },
    [Symbol.asyncDispose]: async () => {
      unwatch()
      isWanted = false
      stopRepeating.abort(new Error('the agent stops'))
      running?.stop.abort(new Error('the agent stops'))
      await running?.done
      await repeating
    },
  }
}
