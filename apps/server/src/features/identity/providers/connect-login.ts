import { personOf, sessionOf } from '../../../platform/ctx.ts'
import { requireProven } from '../require-proven.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { beginForSession, providerOf } from './begin-attempt.ts'

/**
 * Begins to connect a provider with the caller's account: where to send this very browser, and the cookie that binds
 * the way back to it. @throws Refused `not_found`, `email_unverified`, `provider_down`
 */
export async function connectLogin(
  ctx: WaysInCtx,
  id: string,
): Promise<{ url: string; cookie: string }> {
  const sessionId = sessionOf(ctx)
  await requireProven(ctx.db, personOf(ctx))
  const provider = providerOf(ctx, id)
  return beginForSession(ctx, { provider, purpose: { kind: 'connect', sessionId } })
}
