import type { ClientHttp2Stream } from 'node:http2'
import { asError } from '@gridloom/async/as-error'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { type AgentCall, type AgentTransport, agentPath } from '@gridloom/contract/agent/call'
import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'
import { agentRefusal } from './agent-failure.ts'
import { answerBounds, type ValueBounds } from './bounds.ts'
import { brokenBy } from './broken-by.ts'
import { boundedTextOf, parseJsonLine } from './ndjson.ts'
import {
  type AnswerHeaders,
  answerBytes,
  answerOf,
  type OpenConnection,
  openStream,
  type StreamRequest,
  writeAll,
} from './streams.ts'

/** One connection to an agent, to make calls on. */
export interface AgentChannel extends OpenConnection {
  clock: Clock
}

/** The input of one call, and its caller's abort signal. */
export interface CallOptions {
  params?: Readonly<Record<string, string | number>> | undefined
  query?: StreamRequest['query'] | undefined
  /** Sent as JSON; before the raw bytes of a duplex call, as their first line. */
  body?: unknown
  /** The request that caused it, for the agent's log. */
  requestId?: string | undefined
  /** A ticket for a connection of its own, of a duplex call (`ownConnection`). */
  bytesTicket?: string | undefined
  signal: AbortSignal
}

export interface ValueCallOptions extends CallOptions {
  /** Sent as raw bytes, in place of `body`. */
  bytes?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  timeoutMs: number
  /** 1 MiB by default. */
  bounds?: ValueBounds
}

/**
 * Calls an agent: JSON (or bytes) in, JSON out.
 * @throws {Refused} the agent's own error, `upstream_failed` where it answered badly or too late, and `machine_offline`
 * where the connection ended; the caller's own abort is thrown unchanged
 */
export function callAgent<R extends z.ZodType>(
  wire: AgentChannel,
  call: AgentCall & { response: R },
  options: ValueCallOptions,
): Promise<z.output<R>> {
  const { body, bytes } = options
  const bounds: ValueBounds = options.bounds ?? answerBounds.value
  const schema: R = call.response
  const request = streamRequestOf(call, options)
  const work = async (signal: AbortSignal) => {
    const stream = openStream(wire, { ...request, bytesMax: bounds.bytesMax, signal })
    const accepted = acceptedBy(stream, signal)
    if (body !== undefined) stream.end(JSON.stringify(body))
    // The response may arrive (as an error) before the upload is complete, so neither waits for the other.
    if (bytes !== undefined) await Promise.race([accepted, writeAll(stream, bytes)])
    await accepted
    const answer = Buffer.concat(await Array.fromAsync(answerBytes(stream)))
    return schema.parse(
      answer.length === 0 ? undefined : parseJsonLine(boundedTextOf(answer, bounds)),
    )
  }
  const limit = { ms: options.timeoutMs, signal: options.signal }
  return asRefusals(wire, options.signal, () => withDeadline(wire.clock, limit, work))
}

/** Builds the request of the stream that a call opens. */
export function streamRequestOf(
  call: AgentCall,
  { params, query, body, requestId, bytesTicket }: CallOptions,
): Pick<StreamRequest, 'method' | 'path' | 'query' | 'body' | 'requestId' | 'bytesTicket'> {
  return {
    method: call.method,
    path: agentPath(call, params),
    query,
    requestId,
    bytesTicket,
    body: bodyKinds[call.transport] ?? (body === undefined ? undefined : 'json'),
  }
}

const bodyKinds: Readonly<Partial<Record<AgentTransport, StreamRequest['body']>>> = {
  upload: 'bytes',
  duplex: 'bytes',
}

/** Waits for a successful response; an error response is read and thrown. */
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
    throw await agentRefusal(stream, headers)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** Maps failures to `Refused`; the caller's own abort is thrown unchanged. */
export async function asRefusals<T>(
  wire: AgentChannel,
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
