import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { plainText } from '@gridloom/contract/core/plain-text'
import { hostOf, isAllowedUrl, type PrivateAddresses } from './checked-url.ts'
import { isPublicAddress } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Why no complete response arrived; see the texts of `webhookFailureTexts`. */
export type PostFailure =
  | 'address_refused'
  | 'unknown_host'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'closed'
  | 'malformed'

/** The response, or the failure with what had arrived of it. */
export interface PostResult {
  status: number | null
  failure: PostFailure | null
  /** The first 1 KiB as text on several lines, without control characters. */
  responseStart: string
}

/** The rules for addresses of an outgoing request. */
export interface Outside {
  privateAddresses: PrivateAddresses
  resolve: ResolveHost
}

interface Post {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Ends the request, from the name's resolution to the response's last byte; it counts as timed out. */
  signal: AbortSignal
}

/** Bytes of a response that are read, and those that are kept. A longer one is cut off; its status counts. */
const readBytesMax = 16 * 1024
const keptBytesMax = 1024

/**
 * Posts to an address that a stranger chose. It connects to an address that was checked, and to none that the name means
 * a moment later (DNS rebinding); a name with one address that is not public is refused as a whole. Redirects are not
 * followed, the response is not decompressed, and no connection is kept for another request. Never rejects.
 */
export async function postOutside(outside: Outside, post: Post): Promise<PostResult> {
  const url = URL.parse(post.url)
  if (url === null || !isAllowedUrl(url, outside.privateAddresses)) return failed('address_refused')
  if (post.signal.aborted) return failed('timed_out')
  const address = await Promise.race([addressOf(outside, hostOf(url)), aborted(post.signal)])
  return 'failure' in address ? failed(address.failure) : send(url, address.ip, post)
}

function failed(failure: PostFailure): PostResult {
  return { status: null, failure, responseStart: '' }
}

async function aborted(signal: AbortSignal): Promise<{ failure: 'timed_out' }> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return { failure: 'timed_out' }
}

async function addressOf(
  { privateAddresses, resolve }: Outside,
  host: string,
): Promise<{ ip: string } | { failure: PostFailure }> {
  if (isIP(host) !== 0) return { ip: host }
  try {
    const addresses = await resolve(host)
    const [first] = addresses
    if (first === undefined) return { failure: 'unknown_host' }
    if (privateAddresses === 'refuse' && !addresses.every(isPublicAddress))
      return { failure: 'address_refused' }
    return { ip: first }
  } catch {
    // @NOTE whatever the resolver says, the receiver's name cannot be resolved now.
    return { failure: 'unknown_host' }
  }
}

/** Sends to the checked address; the name stays in the Host header and in the certificate's check. */
function send(url: URL, ip: string, { headers, body, signal }: Post): Promise<PostResult> {
  const host = hostOf(url)
  const options = {
    method: 'POST',
    host: ip,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    agent: false as const,
    signal,
    ...(isIP(host) === 0 ? { servername: host } : {}),
  }
  const request = url.protocol === 'https:' ? httpsRequest(options) : httpRequest(options)
  const result = resultOf(request, signal)
  request.end(body)
  return result
}

function resultOf(request: ClientRequest, signal: AbortSignal): Promise<PostResult> {
  return new Promise((resolve) => {
    const end = (result: PostResult) => {
      resolve(result)
      request.destroy()
    }
    request.on('error', (error) => end(failed(failureOf(error, signal))))
    request.on('response', (response) => void readStart(response, signal).then(end))
    // An unasked change of protocols is no answer; without a handler the socket would stay open.
    request.on('upgrade', () => end(failed('malformed')))
  })
}

/** Reads a response up to the limit. One that ends early is a failure, as the receiver may have failed as well. */
async function readStart(response: IncomingMessage, signal: AbortSignal): Promise<PostResult> {
  const status = response.statusCode ?? null
  const kept: Buffer[] = []
  let bytes = 0
  const result = (failure: PostFailure | null) => ({ status, failure, responseStart: textOf(kept) })
  try {
    for await (const chunk of response) {
      const data: Buffer = chunk
      if (bytes < keptBytesMax) kept.push(data.subarray(0, keptBytesMax - bytes))
      bytes += data.length
      if (bytes >= readBytesMax) break
    }
    return result(null)
  } catch (error) {
    const failure = failureOf(error, signal)
    return result(failure === 'connection_failed' ? 'closed' : failure)
  }
}

function textOf(chunks: readonly Buffer[]): string {
  const lines = Buffer.concat(chunks).toString('utf8').split(/\r?\n/)
  return lines
    .map((line) => plainText(line, keptBytesMax))
    .join('\n')
    .trim()
}

function failureOf(error: unknown, signal: AbortSignal): PostFailure {
  if (signal.aborted) return 'timed_out'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_')) return 'malformed'
  if (tlsCodes.test(code)) return 'tls_failed'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'closed' : 'connection_failed'
}

/** Source: nodejs.org/api/tls.html, "X509 certificate error codes", and OpenSSL's own errors. */
const tlsCodes =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|EPROTO|INVALID_)/
