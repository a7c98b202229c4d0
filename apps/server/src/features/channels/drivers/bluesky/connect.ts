import { z } from 'zod'
import {
  type BeginRedirect,
  ChannelFailed,
  type Connected,
  type Credentials,
  type FinishRedirect,
} from '../driver.ts'
import { cleanName } from '../outgoing/clean-text.ts'
import { jsonOf, readAnswer } from '../outgoing/read-answer.ts'
import { requestChannel } from '../outgoing/request-channel.ts'
import type { BlueskyAccess } from './access.ts'
import { type AuthorizationServer, findAuthorizationServer } from './authorization-server.ts'
import { boundCalls } from './bound-calls.ts'
import { type BlueskyClient, clientFields, leastScope, olderScope } from './client.ts'
import { findIdentity, type Identity, readIdentity } from './identity.ts'
import { limitsByScopes } from './limits.ts'
import { errorIn, expiryOf, requestTokens, type Session } from './session.ts'
import { createSigningKey, hashOf, randomText, SigningKey } from './signed-token.ts'

/** What is kept between the two ends of a consent. */
const Consent = z.object({
  state: z.string(),
  verifier: z.string(),
  issuer: z.string(),
  pds: z.string(),
  clientId: z.string(),
  key: SigningKey,
})
type Consent = z.infer<typeof Consent>

const Pushed = z.object({ request_uri: z.string().min(1).max(500) })

/** Sends the request for access to the server of an account, and returns its page. @throws ChannelFailed */
export async function beginConsent(
  access: BlueskyAccess,
  client: BlueskyClient,
  { input, state, redirectUrl, signal }: BeginRedirect,
): Promise<{ url: URL; keep: Credentials }> {
  const identity = await findIdentity(access, input, signal)
  if (identity === undefined)
    throw new ChannelFailed('refused', 'There is no account with this handle.')
  const server = await findAuthorizationServer(access, identity.pds, signal)
  const { issuer } = server
  const key = createSigningKey()
  const verifier = randomText()
  const fields = {
    ...{ response_type: 'code', redirect_uri: redirectUrl.href, state },
    ...{ code_challenge: hashOf(verifier), code_challenge_method: 'S256' },
    login_hint: identity.handle ?? identity.did,
  }
  const requestUri = await pushRequest(access, { server, client, key, fields, signal })
  const url = new URL(server.authorization_endpoint)
  url.searchParams.set('client_id', client.id)
  url.searchParams.set('request_uri', requestUri)
  const keep: Consent = { state, verifier, issuer, pds: identity.pds, clientId: client.id, key }
  return { url, keep }
}

interface PushRequest {
  readonly server: AuthorizationServer
  readonly client: BlueskyClient
  readonly key: SigningKey
  readonly fields: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Pushes the request (RFC 9126) with the least permissions, or with those that the server knows. */
async function pushRequest(
  access: BlueskyAccess,
  { server, client, key, fields, signal }: PushRequest,
): Promise<string> {
  const call = boundCalls(access, key)
  for (const scope of [leastScope, olderScope]) {
    const proof = clientFields(client, server.issuer, access.clock.now())
    const { status, body } = await call({
      url: server.pushed_authorization_request_endpoint,
      body: new URLSearchParams({ ...fields, scope, ...proof }),
      signal,
    })
    if (status === 200 || status === 201) return readAnswer(access.name, body, Pushed).request_uri
    if (errorIn(body) !== 'invalid_scope') break
  }
  throw new ChannelFailed('refused', 'The server of the account does not accept this site.')
}

/** Exchanges the answer of the consent page for a session. @throws ChannelFailed */
export async function finishConsent(
  access: BlueskyAccess,
  client: BlueskyClient,
  { params, keep, redirectUrl, signal }: FinishRedirect,
): Promise<Connected> {
  const consent = Consent.parse(keep)
  const code = codeIn(params, consent)
  const server = await findAuthorizationServer(access, consent.pds, signal)
  if (server.issuer !== consent.issuer) throw new ChannelFailed('refused', expiredText)
  const tokens = await requestTokens({
    ...{ access, server, signal, call: boundCalls(access, consent.key) },
    client: { ...client, id: consent.clientId },
    fields: {
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUrl.href },
      code_verifier: consent.verifier,
    },
  })
  if (tokens === undefined) throw new ChannelFailed('refused', expiredText)
  const identity = await grantedIdentity(access, { did: tokens.sub, consent, signal })
  const session: Session = {
    ...{ did: identity.did, pds: identity.pds, issuer: consent.issuer },
    ...{ clientId: consent.clientId, key: consent.key },
    ...{ accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
  }
  return {
    externalId: identity.did,
    name: await displayName(access, identity, signal),
    handle: identity.handle === null ? identity.did : `@${identity.handle}`,
    profileUrl: `https://bsky.app/profile/${identity.did}`,
    credentials: session,
    expiresAt: expiryOf(tokens, access.clock.now()),
    scopes: tokens.scope.split(' '),
    limits: limitsByScopes(tokens.scope.split(' ')),
  }
}

const expiredText = 'The consent was given too long ago. Connect the account again.'

function codeIn(params: URLSearchParams, { state, issuer }: Consent): string {
  // Whoever mixes up servers would otherwise have the code of one sent to another (RFC 9207).
  if (params.get('state') !== state || params.get('iss') !== issuer)
    throw new ChannelFailed('refused', 'The answer belongs to another attempt. Connect again.')
  const code = params.get('code')
  if (code !== null && code.length <= 5_000) return code
  throw new ChannelFailed(
    'refused',
    params.get('error') === 'access_denied'
      ? 'You did not grant access.'
      : 'Bluesky did not grant access. Connect the account again.',
  )
}

/** The account that a server names must be one that this server grants access to: any server can name any account. */
async function grantedIdentity(
  access: BlueskyAccess,
  { did, consent, signal }: { did: string; consent: Consent; signal: AbortSignal },
): Promise<Identity> {
  const identity = await readIdentity(access, did, signal)
  if (identity === undefined) throw new ChannelFailed('refused', 'The account was deleted.')
  const isSame =
    identity.pds === consent.pds ||
    (await findAuthorizationServer(access, identity.pds, signal)).issuer === consent.issuer
  if (isSame) return identity
  throw new ChannelFailed('refused', 'The server granted access to an account of another server.')
}

const Profile = z.object({ value: z.object({ displayName: z.string().optional() }) })

/** The name on the profile. One without a profile, or a server that is slow with it, has its handle as the name. */
async function displayName(
  access: BlueskyAccess,
  { did, handle, pds }: Identity,
  signal: AbortSignal,
): Promise<string> {
  const query = new URLSearchParams({
    ...{ repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' },
  })
  const url = `${pds}/xrpc/com.atproto.repo.getRecord?${query}`
  try {
    const { body } = await requestChannel(access, { url, signal })
    return cleanName(Profile.safeParse(jsonOf(body)).data?.value.displayName, handle ?? did)
  } catch (error) {
    // @NOTE the connection is made; only its name is plainer
    if (error instanceof ChannelFailed) return handle ?? did
    throw error
  }
}
