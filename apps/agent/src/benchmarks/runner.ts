import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Logger } from 'pino'
import type { InstanceManager } from '../instances/instance-manager.ts'
import { AgentRefused } from '../refused.ts'
import type { BenchmarkBook } from './book.ts'
import type { Measure } from './measure.ts'

export interface BenchmarkRunnerOptions {
  manager: InstanceManager
  book: Pick<BenchmarkBook, 'has' | 'record'>
  measure: Measure
  log: Logger
}

/** Measures while nothing is rented: a renter pays for the whole of what they rented. */
export interface BenchmarkRunner {
  /** Starts measuring, or lets what is under way go on. Throws `state_conflict` while an instance works. */
  start(): void
  /**
   * Measures now, or as soon as the machine is idle, where a figure was never taken. A measurement that
   * failed by itself (and not because an instance came) is not tried again until the next start.
   */
  startWhenNeverMeasured(): void
  [Symbol.asyncDispose](): Promise<void>
}

const necessary: readonly BenchmarkKind[] = [
  'cpu_single_mops',
  'cpu_multi_mops',
  'memory_bandwidth_mb_s',
  'disk_write_mb_s',
]

export function createBenchmarkRunner(options: BenchmarkRunnerOptions): BenchmarkRunner {
  const { manager, book, measure, log } = options
  let running: { stop: AbortController; done: Promise<void> } | undefined
  let isWanted = false
  const unwatch = manager.onChange((report) => {
    if (isWorking(report)) running?.stop.abort(new Error('an instance started'))
    else if (isWanted) beginWhenIdle()
  })

  async function run(signal: AbortSignal): Promise<void> {
    for await (const benchmark of measure(signal)) {
      log.info(benchmark, 'measured')
      await book.record(benchmark)
    }
  }

  function begin(): void {
    const stop = new AbortController()
    const done = run(stop.signal)
      .catch((cause) => {
        log.warn({ reason: String(cause) }, 'measuring ended early')
        if (!stop.signal.aborted) isWanted = false
      })
      .finally(() => {
        running = undefined
      })
    running = { stop, done }
  }

  function beginWhenIdle(): void {
    isWanted = isWanted && necessary.some((kind) => !book.has(kind))
    if (isWanted && running === undefined && !manager.reports().some(isWorking)) begin()
  }

  return {
    start: () => {
      if (manager.reports().some(isWorking)) {
        const text = 'The machine is measured only while nothing runs on it.'
        throw new AgentRefused('state_conflict', text)
      }
      if (running === undefined) begin()
    },
    startWhenNeverMeasured: () => {
      isWanted = true
      beginWhenIdle()
    },
    [Symbol.asyncDispose]: async () => {
      unwatch()
      isWanted = false
      running?.stop.abort(new Error('the agent stops'))
      await running?.done
    },
  }
}

function isWorking({ phase }: InstanceReport): boolean {
  return phase !== 'stopped' && phase !== 'destroyed' && phase !== 'failed'
}
