import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { z } from 'zod'
import { jsonOf } from '../json-of.ts'
import { AgentRefused, agentFailures, asRefused } from '../refused.ts'

/** One call of the control plane on this agent: an HTTP/2 stream with what its path says. */
export interface Call {
  stream: ServerHttp2Stream
  /** Values of the `{name}` parts of the path, not yet parsed. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Aborts when the stream is gone, whoever ended it. */
  signal: AbortSignal
}

const bodyBytesMax = 32 * 1024 * 1024

/** Reads the whole body as JSON; refuses what is too large or no JSON. */
export async function readBody(call: Call): Promise<unknown> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of bytesOf(call)) {
    bytes += part.length
    if (bytes > bodyBytesMax) throw new AgentRefused('invalid_input', 'The body is too large.')
    parts.push(part)
  }
  const body = jsonOf(Buffer.concat(parts).toString())
  if (body === undefined) throw new AgentRefused('invalid_input', 'The body is not valid JSON.')
  return body
}

/** Parses a part of the call (`params`, `query`, `body`) or refuses it, naming what is wrong. */
export function parsePart<T extends z.ZodType>(
  shape: T,
  value: unknown,
  part: string,
): z.output<T> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new AgentRefused('invalid_input', `The ${part} is not right: ${issues.join('; ')}`)
}

export async function* bytesOf(call: Call): AsyncGenerator<Buffer> {
  for await (const part of call.stream) yield asBytes(part)
}

export function replyJson(call: Call, status: number, value: unknown): void {
  if (call.stream.destroyed) return
  call.stream.respond({ ':status': status, 'content-type': 'application/json' })
  call.stream.end(JSON.stringify(value))
}

/** Tells what went wrong: as an `AgentFailure` before the answer began, else by resetting the stream. What is whole stays so. */
export function replyFailure(call: Call, cause: unknown): void {
  const { stream } = call
  if (stream.writableEnded) return
  const refused = asRefused(cause)
  if (stream.headersSent) {
    // `close` would end the answer first, and its reader would take it for whole.
    stream.destroy(refused)
    return
  }
  const { code, message, details } = refused
  replyJson(call, agentFailures[code], { code, error: message, details })
}

/** Writes one piece and waits until there is room for the next: nothing piles up for a slow reader. */
export async function writeWhenRoom(call: Call, piece: string | Uint8Array): Promise<void> {
  if (call.stream.write(piece)) return
  await once(call.stream, 'drain', { signal: call.signal })
}

/** Named cast: a stream without an encoding set gives buffers. */
function asBytes(part: unknown): Buffer {
  return part as Buffer
}
