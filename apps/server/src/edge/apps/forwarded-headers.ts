import type { IncomingMessage } from 'node:http'
import { ownCookieOf } from './cookies.ts'

/** The header that carries a program's credential. The app never receives it. */
export const tokenHeader = 'x-gridloom-token'

/** Names and values in turns, as Node.js reads and writes them: order, case and repetitions stay. */
export type RawHeaders = readonly string[]

/** Headers of one connection, not of the message. Source: RFC 9110, 7.6.1. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Headers of a request that we write ourselves, or that only we may read. */
const replaced = new Set([
  'host',
  'content-length',
  'cookie',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  tokenHeader,
])

/** Facts of a request that its headers for the app are made of. */
export interface ForwardedRequest {
  readonly host: string
  /** The `Cookie` header without our cookies. */
  readonly cookies: string | undefined
  /** The address of the visitor. */
  readonly visitor: string
  readonly scheme: 'http' | 'https'
  /** `upgrade`: the connection is to become one of another protocol. */
  readonly as: 'request' | 'upgrade'
}

/**
 * Returns the headers that an app receives. Statements of the visitor about where they come from are replaced.
 * `Forwarded` is left out, as other proxies do: code-server takes the quotes of its `host` (RFC 7239) for a part of it,
 * and refuses each WebSocket.
 */
export function requestHeaders(request: IncomingMessage, to: ForwardedRequest): string[] {
  const dropped = namedIn(request.headers.connection)
  const { host, cookies, visitor, scheme } = to
  const kept = headersOf(request).filter(
    ([name]) => !hopByHop.has(name) && !replaced.has(name) && !dropped.has(name),
  )
  return [
    ...['Host', host],
    ...kept.flatMap(([, name, value]) => [name, value]),
    ...(cookies === undefined ? [] : ['Cookie', cookies]),
    ...['X-Forwarded-For', visitor, 'X-Forwarded-Proto', scheme, 'X-Forwarded-Host', host],
    ...framingOf(request, to.as),
  ]
}

/** Returns the headers of an app's answer, whose cookies are for its own address alone. */
export function responseHeaders(answer: IncomingMessage): string[] {
  const dropped = namedIn(answer.headers.connection)
  return headersOf(answer).flatMap(([lower, name, value]) => {
    if (hopByHop.has(lower) || (dropped.has(lower) && lower !== 'content-length')) return []
    if (lower !== 'set-cookie') return [name, value]
    const cookie = ownCookieOf(value)
    return cookie === undefined ? [] : [name, cookie]
  })
}

/**
 * Returns the headers of a request that is passed to the apps server as it is: it decides on credentials, and reads the
 * visitor's address from what is added here.
 */
export function passedRequestHeaders(
  request: IncomingMessage,
  { visitor, as }: Pick<ForwardedRequest, 'visitor' | 'as'>,
): string[] {
  const dropped = namedIn(request.headers.connection)
  const own = new Set(['content-length', 'x-forwarded-for'])
  const kept = headersOf(request).filter(
    ([name]) => !hopByHop.has(name) && !own.has(name) && (!dropped.has(name) || replaced.has(name)),
  )
  return [
    ...kept.flatMap(([, name, value]) => [name, value]),
    ...['X-Forwarded-For', visitor],
    ...framingOf(request, as),
  ]
}

/** Returns the headers of an answer of the apps server, without those of its connection. */
export function passedAnswerHeaders(answer: IncomingMessage): string[] {
  const dropped = namedIn(answer.headers.connection)
  return headersOf(answer)
    .filter(([name]) => !hopByHop.has(name) && (!dropped.has(name) || name === 'content-length'))
    .flatMap(([, name, value]) => [name, value])
}

/** Returns the trailers that may be passed on: none that frames, routes or authenticates (RFC 9110, 6.5.1). */
export function passedTrailers(rawTrailers: RawHeaders): [name: string, value: string][] {
  return pairsOf(rawTrailers)
    .filter(([lower]) => !hopByHop.has(lower) && !replaced.has(lower) && !notInTrailers.has(lower))
    .map(([, name, value]) => [name, value])
}

const notInTrailers = new Set(['content-length', 'set-cookie', 'authorization', 'trailer'])

/** Whether a request has a body, of any length. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}

/** The headers that frame the message on the connection to the app. */
function framingOf(request: IncomingMessage, as: ForwardedRequest['as']): string[] {
  if (as === 'upgrade') return ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? '']
  const { method = 'GET', headers } = request
  const te = /(^|,)\s*trailers\s*(;|,|$)/i.test(String(headers.te ?? '')) ? ['TE', 'trailers'] : []
  const connection = ['Connection', te.length === 0 ? 'keep-alive' : 'keep-alive, TE', ...te]
  if (headers['transfer-encoding'] !== undefined)
    return [...connection, 'Transfer-Encoding', 'chunked']
  const length = headers['content-length'] ?? (usuallyWithBody.has(method) ? '0' : undefined)
  return length === undefined ? connection : [...connection, 'Content-Length', length]
}

/** Their length is sent even where it is zero: without, Node.js would announce chunks (RFC 9110, 8.6). */
const usuallyWithBody = new Set(['POST', 'PUT', 'PATCH'])

function namedIn(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined) return none
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()))
}

const none: ReadonlySet<string> = new Set()

/** The headers of a message; without `Trailer` where it has no chunks, and so no trailers, as Node.js refuses to write it. */
function headersOf({ headers, rawHeaders }: IncomingMessage) {
  const pairs = pairsOf(rawHeaders)
  if (headers.trailer === undefined || headers['transfer-encoding'] !== undefined) return pairs
  return pairs.filter(([lower]) => lower !== 'trailer')
}

function pairsOf(raw: RawHeaders): [lower: string, name: string, value: string][] {
  const pairs: [string, string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    pairs.push([name.toLowerCase(), name, value])
  }
  return pairs
}
