import * as oidc from 'openid-client'
import { ProviderFailure } from '../sign-in-methods/provider.ts'

/** Temporary errors of the issuer. Source: RFC 6749, 4.1.2.1. */
const passing = new Set(['server_error', 'temporarily_unavailable'])
/** Error codes of the client for an issuer that is unreachable or does not respond as OpenID Connect requires. */
const away = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** Maps an error of the OpenID Connect client to a provider failure; returns other errors unchanged. */
export function providerFailureOf(error: unknown): unknown {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return new ProviderFailure('access_denied', error)
    return new ProviderFailure(
      passing.has(error.error) ? 'provider_down' : 'provider_refused',
      error,
    )
  }
  if (error instanceof oidc.ResponseBodyError)
    return new ProviderFailure(error.status >= 500 ? 'provider_down' : 'provider_refused', error)
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return new ProviderFailure('provider_refused', error)
  if (error instanceof oidc.ClientError)
    return new ProviderFailure(isAway(error) ? 'provider_down' : 'provider_refused', error)
  // Fetch throws a plain TypeError when the host is unreachable; those of the client have a code and are our bugs.
  if (error instanceof TypeError && !('code' in error))
    return new ProviderFailure('provider_down', error)
  return error
}

/** Whether the issuer is down or broken. A 4xx response without JSON is a refusal (RFC 6749, 5.2 asks for 400). */
function isAway({ code = '', cause }: oidc.ClientError): boolean {
  if (cause instanceof Response && cause.status >= 400 && cause.status < 500) return false
  return away.has(code)
}
