import { createHash } from 'node:crypto'
import { plainText } from '@gridloom/contract/core/plain-text'
import { z } from 'zod'
import {
  type BeginRedirect,
  ChannelFailed,
  type Connected,
  type Credentials,
  type FinishRedirect,
  type Redirecting,
  type Refreshed,
} from '../driver.ts'
import { actorOf } from './actor-of.ts'
import { appOfServer, mastodonScopes } from './app-of-server.ts'
import type { MastodonParts } from './mastodon-parts.ts'
import { formOf, jsonBytesMax, type MastodonRequest } from './mastodon-request.ts'
import { Account, parseJson, Token } from './schemas.ts'
import { readServerLimits } from './server-limits.ts'
import { serverOf } from './server-of.ts'

const Kept = z.object({
  origin: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  verifier: z.string(),
})

/** What opens an account; `accountId` is the id within its server. */
export const MastodonCredentials = Kept.omit({ verifier: true }).extend({
  token: z.string(),
  accountId: z.string(),
})

/** Tokens of Mastodon do not expire: this is how long one is used without asking whether it is still valid. */
const confirmedForMs = 48 * 60 * 60_000

/** OAuth 2 with PKCE at the server of the account. Source: docs.joinmastodon.org/spec/oauth. */
export function connectMastodon(parts: MastodonParts): Redirecting {
  return {
    kind: 'redirect',
    asks: 'server',
    begin: (request) => begin(parts, request),
    finish: (request) => finish(parts, request),
  }
}

async function begin(
  parts: MastodonParts,
  { input, state, redirectUrl, signal }: BeginRedirect,
): Promise<{ url: URL; keep: Credentials }> {
  const origin = serverOf(input)
  const app = await appOfServer(parts, { origin, redirectUrl, signal })
  const verifier = parts.ids.secret()
  const url = new URL('/oauth/authorize', origin)
  const fields = {
    ...{ response_type: 'code', client_id: app.clientId, redirect_uri: redirectUrl.href },
    ...{ scope: mastodonScopes.join(' '), state, code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }
  url.search = new URLSearchParams(fields).toString()
  return { url, keep: { origin: origin.origin, ...app, verifier } }
}

async function finish(
  parts: MastodonParts,
  { params, keep, redirectUrl, signal }: FinishRedirect,
): Promise<Connected> {
  const code = params.get('code')
  if (code === null || params.has('error'))
    throw new ChannelFailed('refused', 'Access was not granted.')
  const { verifier, ...app } = Kept.parse(keep)
  const origin = new URL(app.origin)
  const response = await parts.requests.send({
    ...formOf({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUrl.href },
      ...{ client_id: app.clientId, client_secret: app.clientSecret, code_verifier: verifier },
      scope: mastodonScopes.join(' '),
    }),
    ...{ url: new URL('/oauth/token', origin), bytesMax: jsonBytesMax, signal },
  })
  if (response.status !== 200)
    throw new ChannelFailed('refused', 'It did not accept its own code. Begin again.')
  const { access_token: token, scope } = parseJson(Token, response)
  const account = await verifyToken(parts, { origin, token, signal })
  const limits = await readServerLimits(parts, { origin, signal })
  return {
    externalId: actorOf(origin, account),
    name: plainText(account.display_name, 100).trim() || account.username,
    handle: `@${plainText(account.username, 100)}@${origin.host}`,
    profileUrl: new URL(`/@${encodeURIComponent(account.username)}`, origin).href,
    credentials: { ...app, token, accountId: account.id },
    expiresAt: new Date(parts.clock.now().getTime() + confirmedForMs),
    scopes: scope === '' ? mastodonScopes : scope.split(' '),
    ...(limits && { limits }),
  }
}

/** Asks whether a token is still valid: its owner may have revoked it there; and what the server takes. @throws ChannelFailed `reconnect` */
export async function confirmToken(
  parts: MastodonParts,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { origin, token } = MastodonCredentials.parse(credentials)
  await verifyToken(parts, { origin: new URL(origin), token, signal })
  const limits = await readServerLimits(parts, { origin: new URL(origin), signal })
  const expiresAt = new Date(parts.clock.now().getTime() + confirmedForMs)
  return { credentials, expiresAt, ...(limits && { limits }) }
}

async function verifyToken(
  { requests }: MastodonParts,
  { origin, token, signal }: MastodonRequest & { token: string },
): Promise<Account> {
  const response = await requests.send({
    url: new URL('/api/v1/accounts/verify_credentials', origin),
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    ...{ bytesMax: jsonBytesMax, signal },
  })
  if (response.status === 401 || response.status === 403)
    throw new ChannelFailed('reconnect', `${origin.host} no longer accepts the access.`)
  if (response.status !== 200)
    throw new ChannelFailed('unavailable', `It answers with status ${response.status}.`)
  return parseJson(Account, response)
}

/** Source: docs.joinmastodon.org/methods/oauth, "Revoke a token". @throws ChannelFailed */
export async function revokeToken(
  { requests }: MastodonParts,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<void> {
  const { origin, clientId, clientSecret, token } = MastodonCredentials.parse(credentials)
  const { status } = await requests.send({
    ...formOf({ client_id: clientId, client_secret: clientSecret, token }),
    ...{ url: new URL('/oauth/revoke', origin), bytesMax: jsonBytesMax, signal },
  })
  if (status !== 200) throw new ChannelFailed('refused', `It answers with status ${status}.`)
}
