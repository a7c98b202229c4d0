import { Refused } from '@gridloom/contract/errors'
import { type Ctx, personOf, sessionOf } from '../../../platform/ctx.ts'
import { requireProven } from '../require-proven.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { beginAttempt, providerOf } from './begin-attempt.ts'
import { problemIn } from './problem-in.ts'

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
  try {
    return await beginAttempt(ctx, { provider, sessionId })
  } catch (error) {
    throw downAs(ctx, provider, error)
  }
}

function downAs(ctx: Ctx, { id, name }: { id: string; name: string }, error: unknown): Refused {
  problemIn(ctx, id, error)
  return new Refused('provider_down', { details: { provider: name }, cause: error })
}
