import type { Clock } from '@gridloom/async/clock'
import * as oidc from 'openid-client'
import type { ProviderConfig } from '../../../config.ts'
import {
  type LoginProvider,
  ProviderFailure,
  type ProviderIdentity,
} from '../sign-in-methods/provider.ts'
import { providerFailureOf } from './provider-failure-of.ts'

interface OpenIdProviderOptions extends ProviderConfig {
  /** The redirect address; must match the one registered at the issuer exactly. */
  redirectUri: string
  clock: Clock
}

/** Timeout of each call to the issuer, as a user is waiting. */
const timeoutS = 5
/** Issuers rarely change their endpoints. Keys are fetched again whenever one is unknown. */
const discoveryKeptMs = 6 * 60 * 60 * 1_000

/**
 * An OpenID Connect issuer, from its discovery document: authorisation code flow with PKCE (S256), state and nonce; the
 * identity's signature is checked against the issuer's keys. Source: OpenID Connect Core 1.0, RFC 9700.
 */
export function openIdProvider(options: OpenIdProviderOptions): LoginProvider {
  const { id, name, redirectUri } = options
  const discovered = keptFor(options.clock, () => discover(options))
  return {
    id,
    name,
    async addressFor({ state, nonce, codeVerifier }, login) {
      return oidc.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        // Not `prompt=login`, which some issuers reject (OpenID Connect Core, 3.1.2.1).
        ...(login === 'fresh' && { max_age: '0' }),
      })
    },
    async identify(query, { state, nonce, codeVerifier }) {
      const issuer = await discovered()
      const callback = new URL(`${redirectUri}?${query}`)
      try {
        const tokens = await oidc.authorizationCodeGrant(issuer, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        return await identityFrom(issuer, tokens)
      } catch (error) {
        throw providerFailureOf(error)
      }
    },
  }
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** The signed claims, with the address from the userinfo endpoint when they do not contain it. */
async function identityFrom(issuer: oidc.Configuration, tokens: Tokens): Promise<ProviderIdentity> {
  const signed = tokens.claims()
  if (signed === undefined) throw new ProviderFailure('provider_refused', 'no identity came')
  const asksElsewhere =
    signed.email === undefined && issuer.serverMetadata().userinfo_endpoint !== undefined
  const claims = asksElsewhere
    ? await oidc.fetchUserInfo(issuer, tokens.access_token, signed.sub)
    : signed
  return {
    issuer: signed.iss,
    subject: signed.sub,
    email: typeof claims.email === 'string' ? claims.email : null,
    // Some issuers send a string instead of a boolean.
    emailVerified: String(claims.email_verified) === 'true',
    signedInAt: signed.auth_time === undefined ? null : new Date(signed.auth_time * 1_000),
  }
}

async function discover(options: OpenIdProviderOptions): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = options
  const server = new URL(issuer)
  const insecure = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(server, clientId, {}, secretAuth(clientSecret), {
    timeout: timeoutS,
    execute: [oidc.enableNonRepudiationChecks, ...insecure],
  })
}

/** Uses `client_secret_basic`, the default (Discovery 1.0, 3), or `client_secret_post` if the issuer excludes it. */
function secretAuth(secret: string): oidc.ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret)
    authenticate(server, client, body, headers)
  }
}

/** Caches the discovered configuration for a while. Concurrent callers share one request; failures are not cached. */
function keptFor(clock: Clock, find: () => Promise<oidc.Configuration>) {
  let kept: { until: number; found: Promise<oidc.Configuration> } | undefined
  return async () => {
    if (kept === undefined || kept.until <= clock.monotonicMs())
      kept = { until: clock.monotonicMs() + discoveryKeptMs, found: find() }
    const mine = kept
    try {
      return await mine.found
    } catch (error) {
      if (kept === mine) kept = undefined
      throw new ProviderFailure('provider_down', error)
    }
  }
}
