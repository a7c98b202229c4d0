import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { requestIdHeader } from '@gridloom/contract/agent/call'
import { ownConnection } from '@gridloom/contract/agent/protocol'
import { Refused } from '@gridloom/contract/errors'
import { streamsMax } from './bounds.ts'
import type { Meter } from './meter.ts'

export type AnswerHeaders = IncomingHttpHeaders & IncomingHttpStatusHeader

export interface StreamRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  body?: 'json' | 'bytes' | undefined
  requestId?: string | undefined
  bytesTicket?: string | undefined
  bytesMax: number
  /** Destroys the stream. */
  signal: AbortSignal
}

/** The stream, or the connection under it, ended early. */
export class StreamBroken extends Error {
  override readonly name = 'StreamBroken'
}

/** A connection that streams are opened on. */
export interface OpenConnection {
  session: ClientHttp2Session
  meter: Meter
}

interface Opening {
  /** The most bytes that may arrive on it. */
  bytesMax: number
  /** Whether we send nothing but the headers. */
  endStream: boolean
  signal?: AbortSignal
}

/**
 * Opens a stream to an agent, and counts it: an unread one may buffer its whole window. Every stream is opened here.
 * @throws StreamBroken; Refused `too_many_requests`
 */
export function requestStream(
  { session, meter }: OpenConnection,
  headers: OutgoingHttpHeaders,
  { bytesMax, ...options }: Opening,
): ClientHttp2Stream {
  if (session.closed || session.destroyed) throw new StreamBroken('the connection has ended')
  if (meter.streams >= streamsMax)
    throw new Refused('too_many_requests', { details: { seconds: 1 } })
  const stream = session.request(headers, options)
  meter.watch(stream, bytesMax)
  return stream
}

/** Opens a stream for one call; its reader receives its errors. @throws StreamBroken; Refused `too_many_requests` */
export function openStream(wire: OpenConnection, request: StreamRequest): ClientHttp2Stream {
  const { method, body, requestId, bytesTicket, bytesMax, signal } = request
  signal.throwIfAborted()
  const headers = {
    ':method': method,
    ':path': addressOf(request),
    ...(body === 'json' ? { 'content-type': 'application/json' } : {}),
    ...(body === 'bytes' ? { 'content-type': 'application/octet-stream' } : {}),
    ...(requestId === undefined ? {} : { [requestIdHeader]: requestId }),
    ...(bytesTicket === undefined ? {} : { [ownConnection.ticket]: bytesTicket }),
  }
  const endStream = body === undefined
  const stream = requestStream(wire, headers, { bytesMax, endStream, signal })
  // @NOTE without a listener, an error while nothing reads the stream would end the process.
  stream.on('error', () => {})
  return stream
}

/** Returns the response's headers; rejects when the stream ends without any. */
export function answerOf(stream: ClientHttp2Stream): Promise<AnswerHeaders> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve)
    stream.once('error', reject)
    stream.once('close', () => reject(new StreamBroken('the stream ended without an answer')))
  })
}

/** Yields the response's bytes at the reader's pace. A stream that was cut off rejects; it never ends silently. */
export async function* answerBytes(stream: ClientHttp2Stream): AsyncGenerator<Buffer, void> {
  for await (const part of stream) yield asBytes(part)
  if (!stream.closed) await once(stream, 'close')
  if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) {
    throw new StreamBroken(`the stream was reset with code ${stream.rstCode}`)
  }
}

/** Writes the parts as fast as the agent reads them, and ends our half; an ended stream accepts no more. */
export async function writeAll(
  stream: ClientHttp2Stream,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  for await (const piece of pieces) {
    if (stream.destroyed) return
    if (!stream.write(piece)) await roomOn(stream)
  }
  stream.end()
}

function roomOn(stream: ClientHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go)
      resolve()
    }
    stream.once('drain', go).once('close', go)
  })
}

function addressOf({ path, query }: StreamRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}

/** Named cast: a stream without an encoding set yields buffers. */
function asBytes(part: unknown): Buffer {
  return part as Buffer
}
