import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** How long `/api/health` took to answer, over all questions that were due. */
export interface HealthTimes {
  readonly asked: number
  /** Answers other than 200, and connections that broke. */
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** What a thread of `health-watch-thread.ts` sends when it is told to stop. */
export interface HealthSamples {
  readonly ms: readonly number[]
  readonly failed: number
}

/**
 * Asks `/api/health` of a server every 20 ms while `attack` runs, from a thread and a connection of its own. Times count
 * from when a question was due, so that a stall counts for every question that it kept waiting. The server should be
 * a process of its own: one that shares the attacker's event loop is stalled by the attacker's own work.
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

/** The figures of what was measured, nearest rank. Pure. */
export function timesOf({ ms, failed }: HealthSamples): HealthTimes {
  const sorted = [...ms].sort((one, other) => one - other)
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { asked: ms.length, failed, p50Ms: rank(0.5), p99Ms: rank(0.99), maxMs: rank(1) }
}

/** Named cast: `health-watch-thread.ts` sends nothing else once it was told to stop. */
function asSamples(message: unknown): HealthSamples {
  return message as HealthSamples
}
