import { Refused } from '@gridloom/contract/errors'

interface FairQueueLimits {
  /** How many jobs run at once. */
  concurrency: number
  waitingMax: number
}

/**
 * Runs `job` when it is its turn, and rethrows its error. @throws Refused `too_many_requests` when the queue is full
 */
export type Enqueue = <T>(job: () => Promise<T>, key?: string) => Promise<T>

/**
 * Creates a queue that is first come, first served for jobs of one key, and round robin between keys: a thousand jobs
 * of one caller delay another caller's job by only one of them. Source: J. Nagle, RFC 970, "fair queueing".
 */
export function createFairQueue({ concurrency, waitingMax }: FairQueueLimits): Enqueue {
  // A map keeps its order: the key at its front is next, and moves to the back after its turn.
  const queues = new Map<string, (() => void)[]>()
  let waiting = 0
  let running = 0

  function wait(key: string): Promise<void> {
    if (waiting >= waitingMax) throw new Refused('too_many_requests', { details: { seconds: 5 } })
    waiting += 1
    return new Promise((resolve) => {
      const queue = queues.get(key)
      if (queue === undefined) queues.set(key, [resolve])
      else queue.push(resolve)
    })
  }

  /** Passes the place on directly, so that a new job cannot take it. */
  function handOn(): void {
    const [first] = queues
    if (first === undefined) {
      running -= 1
      return
    }
    const [key, queue] = first
    const next = queue.shift()
    queues.delete(key)
    if (queue.length > 0) queues.set(key, queue)
    waiting -= 1
    next?.()
  }

  return async (job, key = '') => {
    if (running >= concurrency) await wait(key)
    else running += 1
    try {
      return await job()
    } finally {
      handOn()
    }
  }
}
