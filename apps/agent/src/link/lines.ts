import type { Clock } from '@gridloom/async/clock'
import { waitAtMost } from '@gridloom/async/wait-at-most'
import { type Call, writeWhenRoom } from './call.ts'

/** A refusal within this time still gets its own status; after it the answer has begun. */
const headersHeldMs = 500

/**
 * Answers with one JSON object per line, as fast as the reader takes them and no faster. The first item (or refusal)
 * decides the status.
 */
export function replyLines(call: Call, items: AsyncIterable<unknown>): Promise<void> {
  return reply(call, items, (first) => first)
}

/**
 * As {@link replyLines}, for a source that may be silent for long: if no item comes soon, the answer begins without
 * one.
 */
export function replyLinesSoon(
  call: Call,
  items: AsyncIterable<unknown>,
  clock: Clock,
): Promise<void> {
  return reply(call, items, (first) =>
    waitAtMost(clock, { ms: headersHeldMs, signal: call.signal }, first),
  )
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
