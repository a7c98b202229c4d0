import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Clock } from '@gridloom/async/clock'
import { TimedOut } from '@gridloom/async/deadline'
import { announcesBody, passedTrailers, responseHeaders } from './forwarded-headers.ts'
import type { StreamAgent } from './stream-agent.ts'

/** One request to relay, and where to. */
export interface RelayedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The headers that the app receives. */
  readonly headers: readonly string[]
  readonly pool: StreamAgent
  /** Returns the headers that the visitor receives; by default those of an app's answer. */
  readonly answerHeaders?: (answer: IncomingMessage) => string[]
  readonly clock: Clock
  /** Until the request has a stream. */
  readonly connectMs: number
  /** Called where no response of the app has begun: an answer of ours can be sent. */
  readonly failed: (error: unknown) => void
}

/** The app's response cannot be passed on. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
}

/** Methods that may be sent again where a kept stream turns out to be closed. Source: RFC 9110, 9.2.2. */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** How long the rest of a request is read, and not used, after the app has answered it. */
const drainMs = 5_000

/** Relays a request. Returns a function that breaks the exchange off, as when its admission has ended. */
export function relayRequest(relayed: RelayedRequest): () => void {
  const { request, response, pool, failed } = relayed
  const hasBody = announcesBody(request)
  const mayRepeat = repeatable.has(request.method ?? '') && !hasBody
  if (!mayRepeat) pool.dropUncertain()
  let isRepeated = false
  let upstream = send(relayed, onError)

  function onError(error: unknown): void {
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    if (!mayRepeat || !upstream.reusedSocket || isRepeated) {
      failed(error)
      return
    }
    isRepeated = true
    pool.dropFree()
    upstream = send(relayed, onError)
    upstream.end()
  }

  response.once('close', () => {
    if (!response.writableFinished) upstream.destroy()
  })
  if (hasBody) sendBody(relayed, upstream)
  else upstream.end()
  return () => {
    response.destroy()
    upstream.destroy()
  }
}

function send(relayed: RelayedRequest, onError: (error: unknown) => void): ClientRequest {
  const { request, response, headers, pool, clock, connectMs } = relayed
  const upstream = httpRequest({
    agent: pool,
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers,
    setHost: false,
  })
  let hasFailed = false
  const fail = (error: unknown) => {
    if (!hasFailed) onError(error)
    hasFailed = true
  }
  const connected = clock.after(connectMs, () => {
    const late = new TimedOut(`no stream within ${connectMs} ms`)
    upstream.destroy(late)
    // A request that waits for a stream emits nothing before it gets one.
    fail(late)
  })
  upstream.once('socket', connected).once('close', connected)
  upstream.on('error', fail)
  let isContinued = false
  upstream.on('continue', () => {
    isContinued = true
    response.writeContinue()
  })
  upstream.once('response', (answer) => {
    const coding = answer.headers['transfer-encoding']
    if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
      upstream.destroy(new BrokenAnswer(`unsupported transfer coding ${coding}`))
      return
    }
    // A visitor who was not told to continue may send the body all the same, or the next request in its place.
    const isUnsure = request.headers.expect !== undefined && !isContinued
    try {
      sendAnswer(answer, relayed, isUnsure ? ['Connection', 'close'] : [])
    } catch (cause) {
      // A status or a header that Node.js reads, and refuses to write.
      upstream.destroy()
      fail(new BrokenAnswer('a response that cannot be written', { cause }))
      return
    }
    answer.once('end', () => {
      if (!request.complete) drain(relayed, upstream)
    })
  })
  upstream.once('upgrade', (_answer, stream) => {
    stream.destroy()
    fail(new BrokenAnswer('a switch of protocols that was not requested'))
  })
  return upstream
}

function sendBody({ request }: RelayedRequest, upstream: ClientRequest): void {
  // Not with the first bytes: the app may refuse the body, or answer "100 Continue".
  upstream.flushHeaders()
  request.pipe(upstream, { end: false })
  request.once('end', () => {
    const trailers = passedTrailers(request.rawTrailers)
    if (trailers.length > 0) upstream.addTrailers(trailers)
    upstream.end()
  })
  request.once('error', () => upstream.destroy())
}

/** Reads the rest of a request that was answered early: it must not look like the next one. */
function drain({ request, clock, response }: RelayedRequest, upstream: ClientRequest): void {
  request.unpipe(upstream)
  upstream.destroy()
  request.resume()
  const cancel = clock.after(drainMs, () => request.destroy())
  request.once('close', cancel)
  response.once('close', () => {
    if (request.complete) cancel()
  })
}

function sendAnswer(
  answer: IncomingMessage,
  { request, response, answerHeaders = responseHeaders }: RelayedRequest,
  connection: readonly string[],
): void {
  response.sendDate = false
  const headers = [...answerHeaders(answer), ...connection]
  if (!mayHaveTrailers(answer, request)) dropTrailerHeader(headers)
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers)
  // Events are sent as they come, so that their headers do not wait for the first.
  if (answer.headers['content-length'] === undefined && request.method !== 'HEAD')
    response.flushHeaders()
  answer.pipe(response, { end: false })
  answer.once('end', () => {
    // Broken off in the middle: the visitor must not take it for the whole.
    if (!answer.complete) {
      response.destroy()
      return
    }
    const trailers = mayHaveTrailers(answer, request) ? passedTrailers(answer.rawTrailers) : []
    if (trailers.length > 0) response.addTrailers(trailers)
    response.end()
  })
  answer.once('error', () => response.destroy())
}

/** Whether Node.js sends chunks to this visitor, and so may send trailers. */
function mayHaveTrailers({ statusCode }: IncomingMessage, request: IncomingMessage): boolean {
  const hasBody = request.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
  return hasBody && request.httpVersion === '1.1'
}

function dropTrailerHeader(headers: string[]): void {
  const at = headers.findIndex((name, place) => place % 2 === 0 && /^trailer$/i.test(name))
  if (at >= 0) headers.splice(at, 2)
}
