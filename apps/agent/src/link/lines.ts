import type { Clock } from '../host/clock.ts'
import { type Call, writeWhenRoom } from './call.ts'

/** A refusal that comes within this time still gets its own status; after it the answer has begun. */
const headersHeldMs = 500

/**
 * Answers with one JSON object a line, as fast as the reader takes them and no faster. The first
 * item (or refusal) decides the status.
 */
export function replyLines(call: Call, items: AsyncIterable<unknown>): Promise<void> {
  return reply(call, items, (first) => first)
}

/** As {@link replyLines}, for what may be silent for long: where no item comes soon, the answer begins without lines. */
export function replyLinesSoon(
  call: Call,
  items: AsyncIterable<unknown>,
  clock: Clock,
): Promise<void> {
  return reply(call, items, (first) => soonOr(first, clock, call.signal))
}

async function reply(
  call: Call,
  items: AsyncIterable<unknown>,
  begins: (first: Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    await begins(next)
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
