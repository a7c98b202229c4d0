import type { Log } from '../../host/log.ts'
import type { GpuResults } from './gpu-results.ts'
import type { MeasureGpus } from './measure-gpus.ts'

/** Measures GPUs one request after the other, so that no two measurements share a GPU or the memory bus. */
export interface GpuRunner extends AsyncDisposable {
  /** Measures these GPUs, or all; resolves when it ended. Never rejects. */
  measure(uuids: readonly string[] | 'all', signal?: AbortSignal): Promise<void>
}

export interface GpuRunnerOptions {
  measure: MeasureGpus
  results: Pick<GpuResults, 'record'>
  log: Log
}

/** Requests that wait; more are dropped, as those before them measure the same GPUs. */
const waitingMax = 16

export function createGpuRunner({ measure, results, log }: GpuRunnerOptions): GpuRunner {
  const closing = new AbortController()
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  async function run(uuids: readonly string[] | 'all', signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      const { figures, skipped } = await measure(uuids, signal)
      for (const reason of skipped)
        log.info({ event: 'benchmark.gpu_skipped', reason }, 'a GPU was not measured')
      for (const figure of figures) log.info({ event: 'benchmark.measured', ...figure }, 'measured')
      await results.record(figures)
    } catch (cause) {
      log.warn({ event: 'benchmark.gpu_failed', reason: String(cause) }, 'GPUs were not measured')
    }
  }

  return {
    measure: (uuids, signal) => {
      if (waiting >= waitingMax) return last
      waiting += 1
      const both = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])])
      last = last.then(() => run(uuids, both)).finally(() => (waiting -= 1))
      return last
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort(new Error('the agent stops'))
      await last
    },
  }
}
