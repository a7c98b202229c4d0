import type { ChangeNotice, SentMessage } from '../workload.ts'

/**
 * What waits to be sent on one report stream. Each thing that changed waits at most once: a reader that is slow gets its
 * newest state, never a queue of old ones. Memory is bounded by what the machine holds.
 */
export interface CoalescingQueue {
  /** A lane for the notices of one source. What waits in lanes that were opened earlier is sent first. */
  openLane(): (notice: ChangeNotice) => void
  /** A heartbeat is made when it is sent, and goes before all else. */
  putHeartbeat(make: () => SentMessage): void
  /** Messages as they come, until the signal aborts. */
  messages(signal: AbortSignal): AsyncGenerator<SentMessage, void>
}

type Lane = Map<string, ChangeNotice>

export function createCoalescingQueue(): CoalescingQueue {
  const lanes: Lane[] = []
  let heartbeat: (() => SentMessage) | undefined
  let wake = Promise.withResolvers<void>()

  function take(): SentMessage | undefined {
    if (heartbeat === undefined) return takeFirst(lanes)
    const message = heartbeat()
    heartbeat = undefined
    for (const lane of lanes) dropCovered(lane)
    return message
  }

  async function* messages(signal: AbortSignal): AsyncGenerator<SentMessage, void> {
    const end = () => wake.resolve()
    signal.addEventListener('abort', end, { once: true })
    while (!signal.aborted) {
      const message = take()
      if (message !== undefined) {
        yield message
        continue
      }
      await wake.promise
      wake = Promise.withResolvers<void>()
    }
    signal.removeEventListener('abort', end)
  }

  return {
    openLane: () => {
      const lane: Lane = new Map()
      lanes.push(lane)
      return (notice) => {
        if (notice.coveredBy === 'this') lane.clear()
        lane.set(notice.key, notice)
        wake.resolve()
      }
    },
    putHeartbeat: (make) => {
      heartbeat = make
      wake.resolve()
    },
    messages,
  }
}

function takeFirst(lanes: readonly Lane[]): SentMessage | undefined {
  for (const lane of lanes) {
    for (const [key, notice] of lane) {
      if (notice.coveredBy === 'this') lane.clear()
      else lane.delete(key)
      return notice.message()
    }
  }
  return undefined
}

function dropCovered(lane: Lane): void {
  for (const [key, { coveredBy }] of lane) if (coveredBy === 'heartbeat') lane.delete(key)
}
