import { sessionOf, userOf } from '../../../platform/ctx.ts'
import { requireVerified } from '../../accounts/index.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { beginForSession, providerOf } from './begin-attempt.ts'

/**
 * Begins to connect a provider with the caller's account. Returns the URL to open in this browser, and the cookie that
 * binds the callback to it. @throws Refused `not_found`, `email_unverified`, `provider_down`
 */
export async function connectLogin(
  ctx: SignInMethodsCtx,
  id: string,
): Promise<{ url: string; cookie: string }> {
  const sessionId = sessionOf(ctx)
  await requireVerified(ctx.db, userOf(ctx))
  const provider = providerOf(ctx, id)
  return beginForSession(ctx, { provider, purpose: { kind: 'connect', sessionId } })
}
