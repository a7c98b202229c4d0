import { Refused } from '@gridloom/contract/errors'
import type { SessionId } from '@gridloom/contract/ids'
import { hashSecret } from '../../../platform/ids.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { insertAttempt } from './attempts-store.ts'
import { attemptLifeS, loginCookie } from './cookies.ts'
import type { LoginProvider } from './provider.ts'

interface Beginning {
  provider: LoginProvider
  /** The session that connects the provider; `null` when somebody signs in. */
  sessionId: SessionId | null
}

/**
 * Begins a sign-in at a provider. The state that travels through addresses is only the hash of what the cookie
 * holds: whoever reads an address in a log or a history cannot take the browser's place.
 * @throws {ProviderFailure} `provider_down`
 */
export async function beginAttempt(
  ctx: WaysInCtx,
  { provider, sessionId }: Beginning,
): Promise<{ url: string; cookie: string }> {
  const secret = ctx.ids.secret()
  const secrets = {
    state: hashSecret(secret),
    nonce: ctx.ids.secret(),
    codeVerifier: ctx.ids.secret(),
  }
  const url = await provider.addressFor(secrets)
  const expiresAt = new Date(ctx.clock.now().getTime() + attemptLifeS * 1_000)
  await ctx.transact((tx) =>
    insertAttempt(tx, { ...secrets, provider: provider.id, sessionId }, expiresAt),
  )
  return { url: url.href, cookie: loginCookie(ctx.publicUrl, 'attempt', secret) }
}

/** The provider of this id. @throws Refused `not_found` when it is not configured */
export function providerOf({ loginProviders }: Pick<WaysInCtx, 'loginProviders'>, id: string) {
  const provider = loginProviders.get(id)
  if (provider === undefined)
    throw new Refused('not_found', { details: { what: 'sign-in provider' } })
  return provider
}
