import { z } from 'zod'
import type { OutsideResponse } from '../../../../platform/outbound/fetch-outside.ts'
import { ChannelFailed, type Credentials } from '../driver.ts'
import { jsonOf, readAnswer } from '../outgoing/read-answer.ts'
import { requestChannel } from '../outgoing/request-channel.ts'
import type { OauthAccess } from './oauth-access.ts'
import type { OauthPlatform } from './platform.ts'

/** What is kept of a connection. */
export const Account = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  externalId: z.string(),
  handle: z.string(),
})
export type Account = z.infer<typeof Account>

const Tokens = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).optional(),
  expires_in: z.coerce.number().min(1).max(315_360_000).optional(),
  /** With spaces or commas between them; a list at Twitch. */
  scope: z.union([z.string().max(5_000), z.array(z.string().max(500)).max(100)]).optional(),
})
export type Tokens = z.infer<typeof Tokens>

/** @throws ChannelFailed `reconnect` for what this driver did not store */
export function readAccount(name: string, credentials: Credentials): Account {
  const account = Account.safeParse(credentials)
  if (account.success) return account.data
  throw new ChannelFailed('reconnect', reconnectText(name), { cause: account.error })
}

export function reconnectText(name: string): string {
  return `${name} no longer accepts this connection. Connect the account again.`
}

/** A little before the platform says, so that a token does not expire on the way. Null where it lasts until it is revoked. */
export function expiryOf({ expires_in: seconds }: Tokens, now: Date): Date | null {
  if (seconds === undefined) return null
  return new Date(now.getTime() + Math.max(1, seconds - 30) * 1_000)
}

export function scopesOf({ scope }: Tokens, otherwise: readonly string[]): string[] {
  const scopes = typeof scope === 'string' ? scope.split(/[ ,]+/) : (scope ?? [...otherwise])
  return scopes.filter((one) => one !== '')
}

/**
 * Asks for tokens with a grant. Returns undefined where the grant is not accepted: a code or a refresh token that was used,
 * has expired or was revoked. It is sent once, as both may be used once.
 * @throws ChannelFailed
 */
export async function requestTokens(
  access: OauthAccess,
  platform: OauthPlatform,
  { fields, signal }: { fields: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Tokens | undefined> {
  const { headers, clientFields } = clientProof(access, platform)
  const body = new URLSearchParams({ ...fields, ...clientFields })
  const url = access.at(platform.tokenUrl)
  return tokensIn(access, await requestChannel(access, { url, headers, body, signal }))
}

/** Asks for tokens by an address alone, as Meta does. @throws ChannelFailed */
export async function readTokens(
  access: OauthAccess,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<Tokens | undefined> {
  return tokensIn(access, await requestChannel(access, { url: access.at(url), signal }))
}

/** Names the app to a platform. A public app has an ID alone. */
export function clientProof(
  { client: { clientId, clientSecret } }: OauthAccess,
  { clientIn, clientIdField, publicClientIn = 'form' }: OauthPlatform,
): { headers: Record<string, string>; clientFields: Record<string, string> } {
  const idField = { [clientIdField]: clientId }
  if ((clientSecret === null ? publicClientIn : clientIn) === 'form')
    return {
      headers: {},
      clientFields: { ...idField, ...(clientSecret !== null && { client_secret: clientSecret }) },
    }
  const basic = Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')
  return { headers: { authorization: `Basic ${basic}` }, clientFields: idField }
}

/** Platforms state failures by a status, by an `error` in an answer of status 200, or by both. */
function tokensIn(access: OauthAccess, { status, body }: OutsideResponse): Tokens | undefined {
  const code = errorCodeIn(body)
  if (status === 200 && code === undefined) return readAnswer(access.name, body, Tokens)
  if (code === 'invalid_client' || code === 'unauthorized_client')
    throw new ChannelFailed(
      'unavailable',
      `${access.name} does not accept the app of this site. Its operator has to look at it.`,
    )
  if (code === 'temporarily_unavailable' || code === 'server_error')
    throw new ChannelFailed('unavailable', `${access.name} can’t be reached now.`)
  if (status === 400 || status === 401 || code !== undefined) return undefined
  throw new ChannelFailed('unavailable', `${access.name} gives no access now (status ${status}).`)
}

const OauthError = z.object({ error: z.unknown() })

/** The `error` of RFC 6749. Other shapes (a number at Reddit, an object at Meta) count as a grant that is not accepted. */
function errorCodeIn(body: Buffer): string | undefined {
  const answer = OauthError.safeParse(jsonOf(body))
  if (!answer.success || answer.data.error === undefined || answer.data.error === '')
    return undefined
  return typeof answer.data.error === 'string' ? answer.data.error : 'other'
}
