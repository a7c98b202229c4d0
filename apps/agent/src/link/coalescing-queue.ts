import type { ChangeNotice, SentMessage } from '../workload.ts'

/**
 * The messages that wait to be sent on one report stream. Each thing that changed waits at most once: a slow reader
 * gets its newest state, not every earlier one. Memory is bounded by the number of things on the machine.
 */
export interface CoalescingQueue {
  /** Adds a queue for the notices of one source. Notices of sources that were added earlier are sent first. */
  addSource(): (notice: ChangeNotice) => void
  /** Queues a heartbeat, which is created when it is sent and goes before all notices. */
  putHeartbeat(make: () => SentMessage): void
  /** Yields messages as they are queued, until the signal aborts. */
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
