import * as oidc from 'openid-client'
import { ProviderFailure } from '../sign-in-methods/provider.ts'

/** Errors that may pass without action. Source: RFC 6749, 4.1.2.1. */
const passing = new Set(['server_error', 'temporarily_unavailable'])
/** The client's codes for an issuer that is away, or answers like something else. */
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
  // Fetch throws a plain TypeError when nobody is there; the client's own have a code and are our mistakes.
  if (error instanceof TypeError && !('code' in error))
    return new ProviderFailure('provider_down', error)
  return error
}

/** A refusal that is no JSON is still one (RFC 6749, 5.2 asks for 400). */
function isAway({ code = '', cause }: oidc.ClientError): boolean {
  if (cause instanceof Response && cause.status >= 400 && cause.status < 500) return false
  return away.has(code)
}
