import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Clock } from '@gridloom/async/clock'
import { repeat } from '@gridloom/async/repeat'

/** One server-sent event before it is written. */
export interface SentEvent {
  event: string
  data: unknown
  id?: string
}

const pingEveryMs = 15_000

/**
 * Sends events as `text/event-stream` (HTML standard, "Server-sent events") at the reader's pace: the next one is
 * requested when the last has left our buffers. A comment is sent every 15 s, so that either side notices a dead
 * connection. Ends with the iterable, or when the signal aborts.
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<SentEvent>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that buffer (nginx) would delay events.
    'x-accel-buffering': 'no',
  })
  response.write(': open\n\n')
  const over = new AbortController()
  const ping = async () => void response.write(': ping\n\n')
  const pinging = repeat({
    clock,
    everyMs: pingEveryMs,
    signal: AbortSignal.any([signal, over.signal]),
    work: ping,
    failed: () => {},
  })
  try {
    for await (const event of events) {
      if (signal.aborted) break
      if (!response.write(eventText(event))) await once(response, 'drain', { signal })
    }
  } finally {
    over.abort()
    await pinging
    response.end()
  }
}

/** Formats an event for the wire; its JSON has no line break, so one `data:` line is enough. */
export function eventText({ event, data, id }: SentEvent): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
