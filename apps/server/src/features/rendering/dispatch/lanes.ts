/** Work in lanes: so much at once in each of them, the lanes side by side. */
export interface Lanes {
  /** Runs `work` when its lane has room; what it throws is thrown here. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
}

interface Lane {
  running: number
  waiting: (() => void)[]
}

export function createLanes({ atOnce }: { atOnce: number }): Lanes {
  const lanes = new Map<string, Lane>()
  return {
    async run(name, work) {
      const lane = lanes.get(name) ?? { running: 0, waiting: [] }
      lanes.set(name, lane)
      if (lane.running >= atOnce) await new Promise<void>((go) => lane.waiting.push(go))
      else lane.running += 1
      try {
        return await work()
      } finally {
        const next = lane.waiting.shift()
        // The place is handed on, so that nobody slips in between.
        if (next !== undefined) next()
        else lane.running -= 1
        if (lane.running === 0) lanes.delete(name)
      }
    },
  }
}
