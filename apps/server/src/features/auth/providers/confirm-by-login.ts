import { sessionOf } from '../../../platform/ctx.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { beginForSession, providerOf } from './begin-attempt.ts'

/**
 * Begins to prove at a provider that it is still the person who sits there: where to send this very browser, and the
 * cookie that binds the way back to it. @throws Refused `not_found`, `provider_down`
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
