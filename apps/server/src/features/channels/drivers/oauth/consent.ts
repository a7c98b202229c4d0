import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type BeginRedirect,
  ChannelFailed,
  type Connected,
  type Credentials,
  type FinishRedirect,
} from '../driver.ts'
import { cleanName } from '../outgoing/clean-text.ts'
import { apiOf } from './api-of.ts'
import type { OauthAccess } from './oauth-access.ts'
import type { OauthPlatform } from './platform.ts'
import {
  type Account,
  expiryOf,
  readTokens,
  requestTokens,
  scopesOf,
  type Tokens,
} from './tokens.ts'

/** What is kept between the two ends of a consent. */
const Consent = z.object({ state: z.string(), verifier: z.string() })
type Consent = z.infer<typeof Consent>

/** The platform's page, on which the account grants access. */
export function beginConsent(
  { client, at }: OauthAccess,
  platform: OauthPlatform,
  { state, redirectUrl }: BeginRedirect,
): { url: URL; keep: Credentials } {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const scope = platform.scopes.join(platform.scopeSeparator)
  const url = new URL(at(platform.authorizeUrl))
  const fields = {
    ...{ response_type: 'code', redirect_uri: redirectUrl.href, state },
    [platform.clientIdField]: client.clientId,
    ...(scope !== '' && { scope }),
    ...(platform.pkce === 'S256' && { code_challenge: challenge, code_challenge_method: 'S256' }),
    ...platform.authorizeFields,
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  const keep: Consent = { state, verifier }
  return { url, keep }
}

/** Exchanges the answer of the page for access, and asks whose it is. @throws ChannelFailed */
export async function finishConsent(
  access: OauthAccess,
  platform: OauthPlatform,
  { params, keep, redirectUrl, signal }: FinishRedirect,
): Promise<Connected> {
  const consent = Consent.parse(keep)
  const granted = await requestTokens(access, platform, {
    fields: {
      ...{ grant_type: 'authorization_code', redirect_uri: redirectUrl.href },
      code: codeIn(access.name, params, consent),
      ...(platform.pkce === 'S256' && { code_verifier: consent.verifier }),
    },
    signal,
  })
  if (granted === undefined) throw new ChannelFailed('refused', expiredText)
  const tokens = await longLived(access, platform, { tokens: granted, signal })
  if (tokens === undefined) throw new ChannelFailed('refused', expiredText)
  const me = await platform.whoAmI(apiOf(access, tokens.access_token, signal))
  const account: Account = {
    ...{ externalId: me.externalId, handle: me.handle },
    ...{ accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null },
  }
  return {
    ...{ externalId: me.externalId, profileUrl: me.profileUrl },
    name: cleanName(me.name, me.handle),
    handle: cleanName(me.handle, me.externalId),
    credentials: account,
    expiresAt: expiryOf(tokens, access.clock.now()),
    scopes: scopesOf(granted, platform.scopes),
  }
}

const expiredText = 'The consent was given too long ago. Connect the account again.'

function codeIn(name: string, params: URLSearchParams, { state }: Consent): string {
  if (params.get('state') !== state)
    throw new ChannelFailed('refused', 'The answer belongs to another attempt. Connect again.')
  const code = params.get('code')
  // Meta ends the address with an anchor, which some browsers hand on as part of the code.
  if (code !== null && code.length <= 5_000) return code.replace(/#_$/, '')
  const isDenied = /denied|cancel/.test(params.get('error') ?? '')
  throw new ChannelFailed(
    'refused',
    isDenied ? 'You did not grant access.' : `${name} did not grant access. Connect again.`,
  )
}

async function longLived(
  access: OauthAccess,
  { longLived: exchange }: OauthPlatform,
  { tokens, signal }: { tokens: Tokens; signal: AbortSignal },
): Promise<Tokens | undefined> {
  if (exchange === undefined) return tokens
  const url = exchange.exchange(tokens.access_token, access.client)
  return readTokens(access, { url, signal })
}
