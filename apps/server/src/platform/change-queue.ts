import type { Changes } from './database/listen.ts'
import type { ReceivedChange } from './events.ts'

/**
 * Yields the changes that `concerns` selects, from this call on until the signal aborts, oldest first. A change only
 * says "read it again", so of several on the same subject a slow reader gets the newest alone: nothing is missed, and
 * the number of subjects bounds the queue.
 */
export function changesOf(
  changes: Pick<Changes, 'subscribe'>,
  signal: AbortSignal,
  concerns: (change: ReceivedChange) => boolean,
): AsyncIterable<ReceivedChange> {
  const waiting = new Map<string, ReceivedChange>()
  let wake = () => {}
  const unsubscribe = changes.subscribe((change) => {
    if (!concerns(change)) return
    const key = `${change.topic} ${change.subject}`
    // Deleted first, so that it moves to the end and ids stay in order.
    waiting.delete(key)
    waiting.set(key, change)
    wake()
  })
  const stop = () => {
    unsubscribe()
    wake()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })

  async function* take(): AsyncIterable<ReceivedChange> {
    try {
      while (!signal.aborted) {
        const [next] = waiting
        if (next === undefined) await news()
        else {
          waiting.delete(next[0])
          yield next[1]
        }
      }
    } finally {
      stop()
      signal.removeEventListener('abort', stop)
    }
  }

  function news(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve
    })
  }

  return take()
}
