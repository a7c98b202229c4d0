import { z } from 'zod'
import { ChannelFailed, type Credentials, type Refreshed } from '../driver.ts'
import { jsonOf, readAnswer } from '../outgoing/read-answer.ts'
import type { BlueskyAccess } from './access.ts'
import { type AuthorizationServer, findAuthorizationServer } from './authorization-server.ts'
import { type BoundCall, boundCalls } from './bound-calls.ts'
import { type BlueskyClient, clientFields } from './client.ts'
import { readIdentity } from './identity.ts'
import { SigningKey } from './signed-token.ts'

/** What is kept of a connection. The tokens are worth nothing without the key. */
export const Session = z.object({
  did: z.string(),
  pds: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  key: SigningKey,
})
export type Session = z.infer<typeof Session>

const Tokens = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000),
  token_type: z.string().regex(/^dpop$/i),
  expires_in: z.number().min(1).max(31_536_000).default(600),
  scope: z.string().max(2_000),
  sub: z.string(),
})
export type Tokens = z.infer<typeof Tokens>

/** @throws ChannelFailed `reconnect` for what this driver did not store */
export function readSession(credentials: Credentials): Session {
  const session = Session.safeParse(credentials)
  if (session.success) return session.data
  throw new ChannelFailed('reconnect', reconnectText, { cause: session.error })
}

export const reconnectText = 'Bluesky no longer accepts this connection. Connect the account again.'

/** How long a token is used: a little less than its server says, so that it does not expire on the way. */
export function expiryOf(tokens: Tokens, now: Date): Date {
  return new Date(now.getTime() + Math.max(1, tokens.expires_in - 30) * 1_000)
}

export interface TokenRequest {
  readonly access: BlueskyAccess
  readonly call: BoundCall
  readonly server: AuthorizationServer
  readonly client: BlueskyClient
  readonly fields: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Asks for tokens. Returns undefined where what is exchanged for them is not accepted. @throws ChannelFailed */
export async function requestTokens(request: TokenRequest): Promise<Tokens | undefined> {
  const { access, call, server, client, fields, signal } = request
  const proof = clientFields(client, server.issuer, access.clock.now())
  const { status, body } = await call({
    url: server.token_endpoint,
    body: new URLSearchParams({ ...fields, ...proof }),
    signal,
  })
  if (status === 200) return readAnswer(access.name, body, Tokens)
  if (errorIn(body) === 'invalid_grant') return undefined
  throw new ChannelFailed('unavailable', 'The server of the account refuses this site for now.')
}

export function errorIn(body: Buffer): string | undefined {
  const answer = z.object({ error: z.string() }).safeParse(jsonOf(body))
  return answer.data?.error
}

/**
 * Exchanges the refresh token, which a server accepts once: it is sent once, and never again after a request that may have
 * arrived. Where the account has moved to a server that another grants access to, it must be connected again.
 * @throws ChannelFailed
 */
export async function refreshSession(
  access: BlueskyAccess,
  { session, client, signal }: { session: Session; client: BlueskyClient; signal: AbortSignal },
): Promise<Refreshed> {
  const identity = await readIdentity(access, session.did, signal)
  if (identity === undefined) throw new ChannelFailed('reconnect', 'The account was deleted.')
  const { pds } = identity
  const server = await findAuthorizationServer(access, pds, signal)
  if (server.issuer !== session.issuer) throw new ChannelFailed('reconnect', reconnectText)
  const call = boundCalls(access, session.key)
  const fields = { grant_type: 'refresh_token', refresh_token: session.refreshToken }
  const tokens = await requestTokens({ access, call, server, client, fields, signal })
  if (tokens === undefined || tokens.sub !== session.did)
    throw new ChannelFailed('reconnect', reconnectText)
  const credentials: Session = {
    ...session,
    ...{ pds, accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
  }
  return { credentials, expiresAt: expiryOf(tokens, access.clock.now()) }
}

/** Ends what the account granted. @throws ChannelFailed */
export async function revokeSession(
  access: BlueskyAccess,
  { session, client, signal }: { session: Session; client: BlueskyClient; signal: AbortSignal },
): Promise<void> {
  const server = await findAuthorizationServer(access, session.issuer, signal).catch(() =>
    findAuthorizationServer(access, session.pds, signal),
  )
  if (server.revocation_endpoint === undefined || server.issuer !== session.issuer) return
  const { status } = await boundCalls(
    access,
    session.key,
  )({
    url: server.revocation_endpoint,
    body: new URLSearchParams({
      ...clientFields(client, server.issuer, access.clock.now()),
      token: session.refreshToken,
    }),
    signal,
  })
  if (status >= 400) throw new ChannelFailed('refused', 'Bluesky did not end the access.')
}
