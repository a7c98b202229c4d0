import { type ClientHttp2Stream, constants } from 'node:http2'
import type { Duplex } from 'node:stream'
import { TimedOut, withDeadline } from '@gridloom/async/deadline'
import type { AgentCall } from '@gridloom/contract/agent/call'
import type { z } from 'zod'
import { type AnswerBounds, answerBounds, beginMs } from './bounds.ts'
import {
  type AgentChannel,
  acceptedBy,
  asRefusals,
  type CallOptions,
  streamRequestOf,
} from './calls.ts'
import { parseLines } from './ndjson.ts'
import { paced } from './paced.ts'
import { type AnswerHeaders, answerBytes, openStream } from './streams.ts'

export interface LinesOptions extends CallOptions {
  bounds: LineBounds
  /** Called with each line's bytes before it is parsed. */
  onLine?: (bytes: number) => void
}

export type LineBounds = AnswerBounds & { readonly lineBytesMax: number }

export interface DownloadOptions extends CallOptions {
  bounds: AnswerBounds
}

/** Shared by all calls: creating an error each time costs more than the call. */
const readerLeft = new DOMException('The reader left', 'AbortError')

/** Yields JSON lines as the agent writes them, at the reader's pace; leaving the loop ends the stream. */
export async function* linesFrom<R extends z.ZodType>(
  wire: AgentChannel,
  call: AgentCall & { response: R },
  options: LinesOptions,
): AsyncGenerator<z.output<R>, void> {
  const { bounds, onLine } = options
  const schema: R = call.response
  const lines = { lineBytesMax: bounds.lineBytesMax, onLine }
  yield* readStream(wire, { call, options }, (bytes) => parseLines(bytes, schema, lines))
}

/** Yields the raw bytes of a response, at the reader's pace; leaving the loop ends the stream. */
export async function* streamedBytes(
  wire: AgentChannel,
  call: AgentCall,
  options: DownloadOptions,
): AsyncGenerator<Buffer, void> {
  yield* readStream(wire, { call, options }, (bytes) => bytes)
}

/** Raw bytes both ways, with the agent's headers before the first and its trailers after the last. */
export interface AgentDuplex {
  stream: Duplex
  headers: AnswerHeaders
  /** The trailers; empty where the stream ended without. Settles when the stream closes. */
  trailers(): Promise<Record<string, string>>
}

/**
 * Opens raw bytes both ways over a POST, after the request as the first line where the call has one; the caller owns
 * the stream from then on.
 */
export function duplexTo(
  wire: AgentChannel,
  call: AgentCall,
  options: CallOptions,
): Promise<AgentDuplex> {
  const { body, signal } = options
  return asRefusals(wire, signal, async () => {
    const { bytesMax } = answerBounds.duplex
    const stream = openStream(wire, { ...streamRequestOf(call, options), bytesMax, signal })
    if (body !== undefined) stream.write(Buffer.from(`${JSON.stringify(body)}\n`))
    // A stream closes, and its refusal is complete, only when our half has ended too.
    stream.once('response', ({ ':status': status = 0 }) => {
      if (status >= 300) stream.end()
    })
    const trailers = trailersOf(stream)
    const limit = { ms: beginMs, signal }
    try {
      const headers = await withDeadline(wire.clock, limit, (limited) =>
        acceptedBy(stream, limited),
      )
      return { stream, headers, trailers: () => trailers }
    } catch (cause) {
      // One that is late would count among the open streams of the connection.
      stream.close(constants.NGHTTP2_CANCEL)
      throw cause
    }
  })
}

function trailersOf(stream: ClientHttp2Stream): Promise<Record<string, string>> {
  return new Promise((resolve) => {
    stream.once('trailers', (received) => {
      const pairs = Object.entries(received).map(([name, value]) => [name, String(value)])
      resolve(Object.fromEntries(pairs))
    })
    stream.once('close', () => resolve({}))
  })
}

interface StreamCall {
  call: AgentCall
  options: DownloadOptions
}

/** Reads a stream through `read`, ends it when the reader leaves, and throws failures as `Refused`. */
async function* readStream<T>(
  wire: AgentChannel,
  { call, options }: StreamCall,
  read: (bytes: AsyncGenerator<Buffer, void>) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  const done = new AbortController()
  let isOver = false
  endAfter(wire, options.bounds.totalMs, { left, done: done.signal })
  try {
    const stream = await asRefusals(wire, options.signal, () =>
      begin(wire, call, { ...options, signal }),
    )
    const items = read(atPace(answerBytes(stream), { wire, bounds: options.bounds, signal }))
    for (;;) {
      const step = await asRefusals(wire, options.signal, () => items.next())
      if (step.done === true) {
        isOver = true
        return
      }
      yield step.value
    }
  } finally {
    done.abort(readerLeft)
    // A stream that was read to its end needs no abort, which is expensive.
    if (!isOver) left.abort(readerLeft)
  }
}

async function begin(
  wire: AgentChannel,
  call: AgentCall,
  options: DownloadOptions,
): Promise<ClientHttp2Stream> {
  const { body, signal } = options
  const { bytesMax } = options.bounds
  const stream = openStream(wire, { ...streamRequestOf(call, options), bytesMax, signal })
  if (body !== undefined) stream.end(JSON.stringify(body))
  const limit = { ms: beginMs, signal }
  await withDeadline(wire.clock, limit, (limited) => acceptedBy(stream, limited))
  return stream
}

interface AtPace {
  wire: AgentChannel
  bounds: AnswerBounds
  signal: AbortSignal
}

function atPace(
  bytes: AsyncGenerator<Buffer, void>,
  { wire: { clock }, bounds: { pace }, signal }: AtPace,
): AsyncGenerator<Buffer, void> {
  return pace === undefined ? bytes : paced(bytes, { pace, clock, signal })
}

interface Ending {
  left: AbortController
  done: AbortSignal
}

/** Times out a stream, for its reader and for the machine. */
function endAfter(
  { clock }: AgentChannel,
  totalMs: number | undefined,
  { left, done }: Ending,
): void {
  if (totalMs === undefined) return
  const expire = () => left.abort(new TimedOut(`an answer took longer than ${totalMs} ms`))
  // @NOTE the sleep only rejects when the stream was read before.
  clock.sleep(totalMs, done).then(expire, () => {})
}
