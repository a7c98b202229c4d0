/** Limits how many tasks run at once for each key. */
export interface KeyedLimiter {
  /** Runs `work` once its key has a free place; rejects with what it throws. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Queue {
  running: number
  waiting: (() => void)[]
}

export function createKeyedLimiter({ atOnce }: { atOnce: number }): KeyedLimiter {
  const queues = new Map<string, Queue>()
  return {
    async run(key, work) {
      const queue = queues.get(key) ?? { running: 0, waiting: [] }
      queues.set(key, queue)
      if (queue.running >= atOnce) await new Promise<void>((go) => queue.waiting.push(go))
      else queue.running += 1
      try {
        return await work()
      } finally {
        const next = queue.waiting.shift()
        // The place is passed on directly, so that no other task can take it in between.
        if (next !== undefined) next()
        else queue.running -= 1
        if (queue.running === 0) queues.delete(key)
      }
    },
  }
}
