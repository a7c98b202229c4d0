import type { ChangeNotice, SentMessage } from '../workload.ts'

/**
 * What waits to be sent on one report stream. Each thing that changed waits at most once: a reader that is slow gets its
 * newest state, never a queue of old ones. Memory is bounded by what the machine holds.
 */
export interface CoalescingQueue {
  /** A queue for the notices of one source. What waits of sources that were added earlier is sent first. */
  addSource(): (notice: ChangeNotice) => void
  /** A heartbeat is made when it is sent, and goes before all else. */
  putHeartbeat(make: () => SentMessage): void
  /** Messages as they come, until the signal aborts. */
  messages(signal: AbortSignal): AsyncGenerator<SentMessage, void>
}

type Source = Map<string, ChangeNotice>

export function createCoalescingQueue(): CoalescingQueue {
  const sources: Source[] = []
  let heartbeat: (() => SentMessage) | undefined
  let wake = Promise.withResolvers<void>()

  function take(): SentMessage | undefined {
    if (heartbeat === undefined) return takeFirst(sources)
    const message = heartbeat()
    heartbeat = undefined
    for (const source of sources) dropCovered(source)
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
    addSource: () => {
      const source: Source = new Map()
      sources.push(source)
      return (notice) => {
        if (notice.coveredBy === 'this') source.clear()
        source.set(notice.key, notice)
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

function takeFirst(sources: readonly Source[]): SentMessage | undefined {
  for (const source of sources) {
    for (const [key, notice] of source) {
      if (notice.coveredBy === 'this') source.clear()
      else source.delete(key)
      return notice.message()
    }
  }
  return undefined
}

function dropCovered(source: Source): void {
  for (const [key, { coveredBy }] of source) if (coveredBy === 'heartbeat') source.delete(key)
}
