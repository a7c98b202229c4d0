import type { PrivateAddresses } from './checked-url.ts'
import type { ResolveHost } from './resolve-host.ts'

/** The rules for addresses of an outgoing request. */
export interface Outside {
  privateAddresses: PrivateAddresses
  resolve: ResolveHost
}

/** Why no complete response arrived. */
export type OutsideFailure =
  | 'address_refused'
  | 'unknown_host'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'closed'
  | 'malformed'

/** A request without a complete response. */
export class OutsideFailed extends Error {
  override readonly name = 'OutsideFailed'
  readonly failure: OutsideFailure

  constructor(failure: OutsideFailure, cause?: unknown) {
    super(`an outgoing request failed: ${failure}`, { cause })
    this.failure = failure
  }
}

/** Returns why a connection ended with this error; `signal` is that of the request. */
export function failureOf(error: unknown, signal: AbortSignal): OutsideFailure {
  if (error instanceof OutsideFailed) return error.failure
  if (signal.aborted) return 'timed_out'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_')) return 'malformed'
  if (tlsCodes.test(code)) return 'tls_failed'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'closed' : 'connection_failed'
}

/** Returns why a response ended early with this error. */
export function failureAmid(error: unknown, signal: AbortSignal): OutsideFailure {
  const failure = failureOf(error, signal)
  return failure === 'connection_failed' ? 'closed' : failure
}

/** Source: nodejs.org/api/tls.html, "X509 certificate error codes", and OpenSSL's own errors. */
const tlsCodes =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|EPROTO|INVALID_)/
