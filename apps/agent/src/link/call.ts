import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { z } from 'zod'
import { jsonOf } from '../json-of.ts'
import { AgentRefused, agentFailures, asRefused } from '../refused.ts'

/** One call of the control plane to this agent: an HTTP/2 stream with the parts of its request. */
export interface Call {
  stream: ServerHttp2Stream
  /** Values of the `{name}` parts of the path, not yet parsed. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Aborts when the stream closes, whichever side closed it. */
  signal: AbortSignal
  /** Dials a connection for the bytes of this call; `undefined` on connections that have none. */
  dialBytes: DialBytes | undefined
}

/** Dials a connection for the bytes of one call. Resolves with `undefined` where there can be none. */
export type DialBytes = (ticket: string) => Promise<Duplex | undefined>

const bodyBytesMax = 32 * 1024 * 1024

/** Reads the whole body as JSON. @throws AgentRefused `invalid_input` if it is over 32 MiB or not JSON */
export async function readCallBody(call: Call): Promise<unknown> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of bytesOf(call)) {
    bytes += part.length
    if (bytes > bodyBytesMax)
      throw new AgentRefused('invalid_input', 'The request body is too large.')
    parts.push(part)
  }
  const body = jsonOf(Buffer.concat(parts).toString())
  if (body === undefined)
    throw new AgentRefused('invalid_input', 'The request body is not valid JSON.')
  return body
}

/** Parses a part of the call (`params`, `query`, `body`). @throws AgentRefused `invalid_input` naming what is wrong */
export function parsePart<T extends z.ZodType>(
  shape: T,
  value: unknown,
  part: string,
): z.output<T> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new AgentRefused('invalid_input', `Invalid ${part}: ${issues.join('; ')}`)
}

export async function* bytesOf(call: Call): AsyncGenerator<Buffer> {
  for await (const part of call.stream) yield asBytes(part)
}

export function replyJson(call: Call, status: number, value: unknown): void {
  if (call.stream.destroyed) return
  call.stream.respond({ ':status': status, 'content-type': 'application/json' })
  call.stream.end(JSON.stringify(value))
}

/**
 * Reports a failure: as an `AgentFailure` before the answer began, later by resetting the stream. A complete answer
 * stays.
 */
export function replyFailure(call: Call, cause: unknown): void {
  const { stream } = call
  if (stream.writableEnded) return
  const refused = asRefused(cause)
  if (stream.headersSent) {
    // `close` would end the answer normally, and its reader would take it for complete.
    stream.destroy(refused)
    return
  }
  const { code, message, details } = refused
  replyJson(call, agentFailures[code], { code, error: message, details })
}

/** Writes one part and waits until there is room for the next, so that nothing is buffered for a slow reader. */
export async function writeWhenRoom(call: Call, piece: string | Uint8Array): Promise<void> {
  if (call.stream.write(piece)) return
  await once(call.stream, 'drain', { signal: call.signal })
}

/** Named cast: a stream without an encoding set gives buffers. */
function asBytes(part: unknown): Buffer {
  return part as Buffer
}
