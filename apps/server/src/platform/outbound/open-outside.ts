import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hostOf, isAllowedUrl } from './checked-url.ts'
import { failureOf, type Outside, OutsideFailed } from './outside.ts'
import { isPublicAddress } from './public-address.ts'

/** A body that is sent piece by piece: no more than a piece of it is in memory. */
export interface StreamedBody {
  readonly bytes: number
  /** Begins at its first byte with each call. */
  pieces(): AsyncIterable<Uint8Array>
}

/** A request to an address that a stranger chose. */
export interface OutsideRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array | StreamedBody
  /** Ends the request, from the name's resolution to the response's last byte; it counts as timed out. */
  signal: AbortSignal
}

/**
 * Opens a request to an address that a stranger chose. It connects to an address that was checked, and to none that the
 * name means a moment later (DNS rebinding); a name with one address that is not public is refused as a whole. Redirects
 * are not followed, the response is not decompressed, and no connection is kept for another request. The caller reads
 * the response up to a limit and destroys it.
 * @throws OutsideFailed
 */
export async function openOutside(
  outside: Outside,
  request: OutsideRequest,
): Promise<IncomingMessage> {
  const url = URL.parse(request.url)
  if (url === null || !isAllowedUrl(url, outside.privateAddresses))
    throw new OutsideFailed('address_refused')
  if (request.signal.aborted) throw new OutsideFailed('timed_out')
  const address = await Promise.race([addressOf(outside, hostOf(url)), aborted(request.signal)])
  return responseOf(send(url, address, request), request.signal)
}

async function aborted(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  throw new OutsideFailed('timed_out')
}

async function addressOf({ privateAddresses, resolve }: Outside, host: string): Promise<string> {
  if (isIP(host) !== 0) return host
  const addresses = await resolve(host).catch((cause: unknown) => {
    // Whatever the resolver says, the name cannot be resolved now.
    throw new OutsideFailed('unknown_host', cause)
  })
  const [first] = addresses
  if (first === undefined) throw new OutsideFailed('unknown_host')
  if (privateAddresses === 'refuse' && !addresses.every(isPublicAddress))
    throw new OutsideFailed('address_refused')
  return first
}

/** Sends to the checked address; the name stays in the Host header and in the certificate's check. */
function send(url: URL, ip: string, { method, headers, body, signal }: OutsideRequest) {
  const host = hostOf(url)
  const length = body === undefined ? {} : { 'content-length': bytesOf(body) }
  const options = {
    method,
    host: ip,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, ...length },
    agent: false as const,
    signal,
    ...(isIP(host) === 0 ? { servername: host } : {}),
  }
  const request = url.protocol === 'https:' ? httpsRequest(options) : httpRequest(options)
  if (typeof body === 'string' || body instanceof Uint8Array || body === undefined)
    request.end(body)
  else
    pipeline(Readable.from(body.pieces(), { objectMode: false }), request).catch(() => {
      // @NOTE the request failed, or was ended with the error of the pieces: it reports both itself
    })
  return request
}

function bytesOf(body: string | Uint8Array | StreamedBody): number {
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.byteLength(body)
  return body.bytes
}

function responseOf(request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // It stays: an error after the response is reported by the response as well.
    request.on('error', (error) => reject(new OutsideFailed(failureOf(error, signal), error)))
    request.on('response', resolve)
    // An unasked change of protocols is no answer; without a handler the socket would stay open.
    request.on('upgrade', () => {
      reject(new OutsideFailed('malformed'))
      request.destroy()
    })
  })
}
