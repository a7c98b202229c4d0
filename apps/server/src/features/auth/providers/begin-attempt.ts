import { Refused } from '@gridloom/contract/errors'
import { hashSecret } from '../../../platform/ids.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import type { LoginProvider } from '../sign-in-methods/provider.ts'
import { insertAttempt, type Purpose } from './attempts-store.ts'
import { attemptLifeS, loginCookie } from './cookies.ts'
import { problemIn } from './problem-in.ts'

interface Beginning {
  provider: LoginProvider
  purpose: Purpose
}

/**
 * Begins a sign-in at a provider. The state in the URL is only the hash of the cookie, so a URL leaked from a log or a
 * history is not enough to complete the attempt.
 * @throws {ProviderFailure} `provider_down`
 */
export async function beginAttempt(
  ctx: SignInMethodsCtx,
  { provider, purpose }: Beginning,
): Promise<{ url: string; cookie: string }> {
  const secret = ctx.ids.secret()
  const secrets = {
    state: hashSecret(secret),
    nonce: ctx.ids.secret(),
    codeVerifier: ctx.ids.secret(),
  }
  const url = await provider.addressFor(secrets, purpose.kind === 'confirm' ? 'fresh' : 'reuse')
  const expiresAt = new Date(ctx.clock.now().getTime() + attemptLifeS * 1_000)
  await ctx.transact((tx) =>
    insertAttempt(tx, { ...secrets, provider: provider.id, purpose }, expiresAt),
  )
  return { url: url.href, cookie: loginCookie(ctx.publicUrl, 'attempt', secret) }
}

/** Begins an attempt for a session. A failure is returned to the caller at once. @throws Refused `provider_down` */
export async function beginForSession(
  ctx: SignInMethodsCtx,
  beginning: Beginning,
): Promise<{ url: string; cookie: string }> {
  try {
    return await beginAttempt(ctx, beginning)
  } catch (error) {
    const { id, name } = beginning.provider
    problemIn(ctx, id, error)
    throw new Refused('provider_down', { details: { provider: name }, cause: error })
  }
}

/** The provider with this id. @throws Refused `not_found` when it is not configured */
export function providerOf(
  { loginProviders }: Pick<SignInMethodsCtx, 'loginProviders'>,
  id: string,
) {
  const provider = loginProviders.get(id)
  if (provider === undefined)
    throw new Refused('not_found', { details: { what: 'sign-in provider' } })
  return provider
}
