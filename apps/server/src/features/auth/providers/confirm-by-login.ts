import { sessionOf } from '../../../platform/ctx.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { beginForSession, providerOf } from './begin-attempt.ts'

/**
 * Begins re-authentication at a provider. Returns the URL to open in this browser, and the cookie that binds the
 * callback to it.
 * @throws Refused `not_found`, `provider_down`
 */
export async function confirmByLogin(
  ctx: SignInMethodsCtx,
  id: string,
): Promise<{ url: string; cookie: string }> {
  const sessionId = sessionOf(ctx)
  return beginForSession(ctx, {
    provider: providerOf(ctx, id),
    purpose: { kind: 'confirm', sessionId },
  })
}
