import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Response times of `/api/health`, over all requests that were due. */
export interface HealthTimes {
  readonly asked: number
  /** Answers other than 200, and connections that broke. */
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** The message that a thread of `health-watch-thread.ts` posts when it is stopped. */
export interface HealthSamples {
  readonly ms: readonly number[]
  readonly failed: number
}

/**
 * Requests `/api/health` of a server every 20 ms while `attack` runs, from a separate thread and connection. Times
 * count from when a request was due, so that a stall counts against every request that it delays. The server should be
 * a separate process: if it shares the attacker's event loop, the attacker's own work stalls it.
 */
export async function watchHealth(
  url: string,
  attack: () => Promise<unknown>,
): Promise<HealthTimes> {
  const worker = new Worker(new URL('./health-watch-thread.ts', import.meta.url), {
    workerData: { url },
  })
  try {
    await once(worker, 'message')
    await attack()
    worker.postMessage('stop')
    const [samples] = await once(worker, 'message')
    return timesOf(asSamples(samples))
  } finally {
    await worker.terminate()
  }
}

/** Computes percentiles by nearest rank. Pure. */
export function timesOf({ ms, failed }: HealthSamples): HealthTimes {
  const sorted = [...ms].sort((one, other) => one - other)
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { asked: ms.length, failed, p50Ms: rank(0.5), p99Ms: rank(0.99), maxMs: rank(1) }
}

/** Named cast: `health-watch-thread.ts` posts nothing else after it is stopped. */
function asSamples(message: unknown): HealthSamples {
  return message as HealthSamples
}
