import type { ClientHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { z } from 'zod'
import { acceptedBy, type Target, telling, type Wire } from './calls.ts'
import { parseLines } from './ndjson.ts'
import { type AnswerHeaders, bytesOf, openStream } from './streams.ts'
import { within } from './time-limit.ts'

export interface AgentLines<T extends z.ZodType> extends Target {
  /** Sent as JSON. */
  body?: unknown
  schema: T
  /** How long it may take to begin; half a minute unless told. */
  beginMs?: number
}

/** How long an agent may take to begin an answer that then streams. */
const beginTimeoutMs = 30_000

/** One for all: making an error each time costs more than the call. */
const readerLeft = new DOMException('The reader left', 'AbortError')

interface Held extends Target {
  body?: unknown
  beginMs?: number
}

/** JSON lines as the agent writes them, at the reader's pace; leaving the loop ends the stream. */
export async function* linesFrom<T extends z.ZodType>(
  wire: Wire,
  call: AgentLines<T>,
): AsyncGenerator<z.output<T>, void> {
  yield* held(wire, call, (stream) => parseLines(bytesOf(stream), call.schema))
}

/** The raw bytes of an answer, at the reader's pace; leaving the loop ends the stream. */
export async function* bytesFrom(wire: Wire, call: Target): AsyncGenerator<Buffer, void> {
  yield* held(wire, call, bytesOf)
}

/** Raw bytes both ways, and what the agent says before the first and after the last of them. */
export interface AgentDuplex {
  stream: Duplex
  headers: AnswerHeaders
  /** What followed the last byte; nothing where the stream ended without. Settles when the stream closes. */
  trailers(): Promise<Record<string, string>>
}

/** Raw bytes both ways over a POST; the caller owns the stream from then on. */
export function duplexTo(wire: Wire, call: Omit<Target, 'method'>): Promise<AgentDuplex> {
  return telling(wire, call.signal, async () => {
    const stream = openStream(wire.session, { ...call, method: 'POST', body: 'bytes' })
    const trailers = trailersOf(stream)
    const limit = { ms: beginTimeoutMs, signal: call.signal }
    const headers = await within(wire.clock, limit, (signal) => acceptedBy(stream, signal))
    return { stream, headers, trailers: () => trailers }
  })
}

function trailersOf(stream: ClientHttp2Stream): Promise<Record<string, string>> {
  return new Promise((resolve) => {
    stream.once('trailers', (heard) => {
      const pairs = Object.entries(heard).map(([name, value]) => [name, String(value)])
      resolve(Object.fromEntries(pairs))
    })
    stream.once('close', () => resolve({}))
  })
}

/** Reads a stream through `read`, ends it when the reader leaves, and tells failures as refusals. */
async function* held<T>(
  wire: Wire,
  call: Held,
  read: (stream: ClientHttp2Stream) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const left = new AbortController()
  const signal = AbortSignal.any([call.signal, left.signal])
  let isOver = false
  try {
    const stream = await telling(wire, call.signal, () => begin(wire, call, signal))
    const items = read(stream)
    for (;;) {
      const step = await telling(wire, call.signal, () => items.next())
      if (step.done === true) {
        isOver = true
        return
      }
      yield step.value
    }
  } finally {
    // Nothing is left of a stream that was read to its end, and an abort is dear.
    if (!isOver) left.abort(readerLeft)
  }
}

async function begin(wire: Wire, call: Held, signal: AbortSignal): Promise<ClientHttp2Stream> {
  const body = call.body === undefined ? undefined : 'json'
  const stream = openStream(wire.session, { ...call, body, signal })
  if (call.body !== undefined) stream.end(JSON.stringify(call.body))
  const limit = { ms: call.beginMs ?? beginTimeoutMs, signal }
  await within(wire.clock, limit, (limited) => acceptedBy(stream, limited))
  return stream
}
