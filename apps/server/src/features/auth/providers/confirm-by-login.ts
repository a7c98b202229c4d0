import { sessionOf } from '../../../platform/ctx.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { beginForSession, providerOf } from './begin-attempt.ts'

/**
 * Begins a re-authentication at a provider: the address to send this browser to, and the cookie that binds the return
 * to it.
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
