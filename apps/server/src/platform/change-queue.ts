import type { Changes } from './database/listen.ts'
import type { Arrived } from './events.ts'

/** More than this many unread changes are not kept: the reader is told once that it missed some. */
const queueMax = 1_000

/**
 * The changes that `concerns` picks, as they arrive, until the signal aborts. A reader that is slower than they come
 * gets the newest ones; as a change only says "read it again", the ones in between are not missed.
 */
export async function* changesOf(
  changes: Changes,
  signal: AbortSignal,
  concerns: (change: Arrived) => boolean,
): AsyncIterable<Arrived> {
  const queue: Arrived[] = []
  let wake = () => {}
  const unsubscribe = changes.subscribe((change) => {
    if (!concerns(change)) return
    if (queue.length >= queueMax) queue.shift()
    queue.push(change)
    wake()
  })
  const stop = () => wake()
  signal.addEventListener('abort', stop, { once: true })
  try {
    while (!signal.aborted) {
      const next = queue.shift()
      if (next !== undefined) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', stop)
  }
}
