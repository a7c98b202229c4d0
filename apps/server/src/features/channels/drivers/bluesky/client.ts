import { product } from '@gridloom/contract/core/product'
import { type SigningKey, signToken, thumbprintOf, verifyingKeyOf } from './signed-token.ts'

/** This site as a client of Bluesky servers. */
export interface BlueskyClient {
  readonly id: string
  /** Signs as the client; null where it is a public one, as on the computer of a developer. */
  readonly key: SigningKey | null
}

/** What a post needs, and no more: creating posts, and uploading pictures and videos. */
export const leastScope =
  'atproto repo:app.bsky.feed.post?action=create blob:image/* blob:video/mp4'
/** The same for servers that know no permissions yet: all that an app may do, without direct messages. */
export const olderScope = 'atproto transition:generic'
const allScopes = `${leastScope} transition:generic`

export const clientMetadataPath = '/oauth/atproto-client-metadata.json'

export interface ClientPlace {
  /** The public address of the site, without a path. */
  readonly publicUrl: string
  readonly redirectUrl: URL
  readonly key: SigningKey | null
}

/**
 * The document that describes this site to every Bluesky server, to be served at `clientMetadataPath`. Source:
 * atproto.com, "OAuth", client ID metadata document.
 */
export function clientMetadata({ publicUrl, redirectUrl, key }: ClientPlace) {
  return {
    client_id: `${publicUrl}${clientMetadataPath}`,
    client_name: product.name,
    client_uri: publicUrl,
    application_type: 'web',
    redirect_uris: [redirectUrl.href],
    scope: allScopes,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    dpop_bound_access_tokens: true,
    ...(key === null
      ? { token_endpoint_auth_method: 'none' }
      : {
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: 'ES256',
          jwks: { keys: [{ ...verifyingKeyOf(key), ...keyUse, kid: thumbprintOf(key) }] },
        }),
  }
}

const keyUse = { use: 'sig', alg: 'ES256' }

/** Servers take a client without a document where it is on the same computer as the browser, and only by its number. */
export function isLoopback(url: { readonly protocol: string; readonly hostname: string }): boolean {
  return url.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === '[::1]')
}

export function clientOf({ publicUrl, redirectUrl, key }: ClientPlace): BlueskyClient {
  if (!isLoopback(redirectUrl)) return { id: `${publicUrl}${clientMetadataPath}`, key }
  const query = new URLSearchParams({ scope: allScopes, redirect_uri: redirectUrl.href })
  return { id: `http://localhost?${query}`, key: null }
}

/** The fields with which a client proves itself to a server (RFC 7523). */
export function clientFields(
  { id, key }: BlueskyClient,
  issuer: string,
  now: Date,
): Record<string, string> {
  if (key === null) return { client_id: id }
  return {
    client_id: id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signToken(key, {
      header: { kid: thumbprintOf(key) },
      claims: { iss: id, sub: id, aud: issuer, exp: Math.floor(now.getTime() / 1_000) + 60 },
      now,
    }),
  }
}
