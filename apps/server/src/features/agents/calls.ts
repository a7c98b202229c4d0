import type { ClientHttp2Stream } from 'node:http2'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'
import { refusalOf } from './agent-failure.ts'
import { answerBounds, type ValueBounds } from './bounds.ts'
import { brokenBy } from './broken-by.ts'
import { jsonOf, textOf } from './ndjson.ts'
import {
  type AnswerHeaders,
  answerOf,
  bytesOf,
  type Opened,
  openStream,
  type StreamRequest,
  writeAll,
} from './streams.ts'

/** One connection to an agent, to make calls on. */
export interface Wire extends Opened {
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
  /** 1 MiB unless told. */
  bounds?: ValueBounds
}

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
  return asRefusals(wire, call.signal, () =>
    withDeadline(wire.clock, limit, async (signal) => {
      const bounds: ValueBounds = call.bounds ?? answerBounds.value
      const { bytesMax } = bounds
      const stream = openStream(wire, { ...call, bytesMax, body: bodyKind(call), signal })
      const accepted = acceptedBy(stream, signal)
      if (call.body !== undefined) stream.end(JSON.stringify(call.body))
      // The answer may come (as a refusal) before all was written, so neither waits for the other.
      if (call.pieces !== undefined) await Promise.race([accepted, writeAll(stream, call.pieces)])
      await accepted
      const answer = Buffer.concat(await Array.fromAsync(bytesOf(stream)))
      return call.schema.parse(answer.length === 0 ? undefined : jsonOf(textOf(answer, bounds)))
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
export async function asRefusals<T>(
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

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
