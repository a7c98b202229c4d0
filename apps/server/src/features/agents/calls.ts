import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { refusalOf } from './agent-failure.ts'
import { brokenBy } from './broken-by.ts'
import {
  type AnswerHeaders,
  answerOf,
  bytesOf,
  openStream,
  type StreamRequest,
  writeAll,
} from './streams.ts'
import { within } from './time-limit.ts'

/** One connection to an agent, to make calls on. */
export interface Wire {
  session: ClientHttp2Session
  clock: Clock
}

export interface Target {
  method: StreamRequest['method']
  /** One of `agentPaths` with its `{name}` parts filled in. */
  path: string
  query?: StreamRequest['query']
  signal: AbortSignal
}

export interface AgentCall<T extends z.ZodType> extends Target {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as raw bytes, in place of `body`. */
  pieces?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  schema: T
  timeoutMs: number
}

const answerBytesMax = 32 * 1024 * 1024

/**
 * Calls an agent: JSON (or bytes) in, JSON out.
 * @throws {Refused} as the agent refused it, `upstream_failed` where it answered badly or too late, and
 * `machine_offline` where the connection ended; the caller's own abort is thrown as it is
 */
export function callAgent<T extends z.ZodType>(
  wire: Wire,
  call: AgentCall<T>,
): Promise<z.output<T>> {
  const limit = { ms: call.timeoutMs, signal: call.signal }
  return telling(wire, call.signal, () =>
    within(wire.clock, limit, async (signal) => {
      const stream = openStream(wire.session, { ...call, body: bodyKind(call), signal })
      const accepted = acceptedBy(stream, signal)
      if (call.body !== undefined) stream.end(JSON.stringify(call.body))
      // The answer may come (as a refusal) before all was written, so neither waits for the other.
      if (call.pieces !== undefined) await Promise.race([accepted, writeAll(stream, call.pieces)])
      await accepted
      const text = await textOf(stream)
      return call.schema.parse(text === '' ? undefined : JSON.parse(text))
    }),
  )
}

/** Waits for an answer with a good status; a refusal is read and thrown. */
export async function acceptedBy(
  stream: ClientHttp2Stream,
  signal: AbortSignal,
): Promise<AnswerHeaders> {
  const giveUp = () => stream.destroy(asError(signal.reason))
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const headers = await answerOf(stream)
    const status = headers[':status'] ?? 0
    if (status >= 200 && status < 300) return headers
    throw await refusalOf(stream, headers)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** Turns what went wrong on the way into a refusal: the caller's own abort stays what it is. */
export async function telling<T>(
  wire: Wire,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Refused) throw cause
    signal.throwIfAborted()
    throw brokenBy(wire.session, cause)
  }
}

function bodyKind(call: { body?: unknown; pieces?: unknown }): StreamRequest['body'] {
  if (call.pieces !== undefined) return 'bytes'
  return call.body === undefined ? undefined : 'json'
}

async function textOf(stream: ClientHttp2Stream): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of bytesOf(stream)) {
    bytes += part.length
    if (bytes > answerBytesMax) throw new RangeError(`an answer is larger than ${answerBytesMax}`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
