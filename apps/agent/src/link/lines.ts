import type { Clock } from '../host/clock.ts'
import { type Call, writeWhenRoom } from './call.ts'

/** A refusal that comes within this time still gets its own status; after it the answer has begun. */
const headersHeldMs = 500

/**
 * Answers with one JSON object a line, as fast as the reader takes them and no faster. The first
 * item (or refusal) decides the status; where neither comes soon, the answer begins without lines.
 */
export async function replyLines(
  call: Call,
  items: AsyncIterable<unknown>,
  clock: Clock,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    await soonOr(next, clock, call.signal)
    if (call.stream.destroyed) return
    call.stream.respond({ ':status': 200, 'content-type': 'application/x-ndjson' })
    for (let step = await next; step.done !== true; step = await next) {
      await writeWhenRoom(call, `${JSON.stringify(step.value)}\n`)
      next = iterator.next()
    }
    call.stream.end()
  } finally {
    await iterator.return?.()
  }
}

/** Waits for the first item, but not long; its failure is thrown while the status is still open. */
async function soonOr(first: Promise<unknown>, clock: Clock, signal: AbortSignal): Promise<void> {
  const arrived = new AbortController()
  const waited = clock.sleep(headersHeldMs, AbortSignal.any([arrived.signal, signal]))
  await Promise.race([
    first,
    // @NOTE an interrupted sleep means that the first item came or that the caller left
    waited.catch(() => undefined),
  ]).finally(() => arrived.abort())
}
