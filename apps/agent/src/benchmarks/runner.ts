import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { Logger } from 'pino'
import type { InstanceKeeper } from '../instances/keeper.ts'
import { AgentRefused } from '../refused.ts'
import type { BenchmarkBook } from './book.ts'
import type { Measure } from './measure.ts'

export interface BenchmarkRunnerOptions {
  keeper: InstanceKeeper
  book: BenchmarkBook
  measure: Measure
  log: Logger
}

/** Measures while nothing is rented: a renter pays for the whole of what they rented. */
export interface BenchmarkRunner {
  /** Starts measuring, or lets what is under way go on. Throws `state_conflict` while an instance works. */
  start(): void
  /** Measures where this machine never was; quietly does nothing while an instance works. */
  startWhenNeverMeasured(): void
  [Symbol.asyncDispose](): Promise<void>
}

export function createBenchmarkRunner(options: BenchmarkRunnerOptions): BenchmarkRunner {
  const { keeper, book, measure, log } = options
  let running: { stop: AbortController; done: Promise<void> } | undefined

  async function run(signal: AbortSignal): Promise<void> {
    for await (const benchmark of measure(signal)) {
      log.info(benchmark, 'measured')
      await book.record(benchmark)
    }
  }

  function begin(): void {
    const stop = new AbortController()
    const unwatch = keeper.onChange((report) => {
      if (isWorking(report)) stop.abort(new Error('an instance started'))
    })
    const done = run(stop.signal)
      .catch((cause) => log.warn({ reason: String(cause) }, 'measuring ended early'))
      .finally(() => {
        unwatch()
        running = undefined
      })
    running = { stop, done }
  }

  return {
    start: () => {
      if (keeper.reports().some(isWorking)) {
        throw new AgentRefused(
          'state_conflict',
          'The machine is measured only while nothing runs on it.',
        )
      }
      if (running === undefined) begin()
    },
    startWhenNeverMeasured: () => {
      if (running !== undefined || book.has('cpu_single_mops')) return
      if (!keeper.reports().some(isWorking)) begin()
    },
    [Symbol.asyncDispose]: async () => {
      running?.stop.abort(new Error('the agent stops'))
      await running?.done
    },
  }
}

function isWorking({ phase }: InstanceReport): boolean {
  return phase !== 'stopped' && phase !== 'destroyed' && phase !== 'failed'
}
