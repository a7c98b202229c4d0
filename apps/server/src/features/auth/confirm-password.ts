import { Refused } from '@gridloom/contract/errors'
import { consumeAttempt, refundAttempt } from '../../platform/attempts/limit-attempts.ts'
import { sessionOf, userOf } from '../../platform/ctx.ts'
import { passwordOf, publishSessions } from '../accounts/index.ts'
import { confirmLimits } from './attempt-limits.ts'
import type { AuthCtx } from './ports.ts'
import { confirmSession } from './sessions-store.ts'

/**
 * Re-authenticates the user by password, for 15 minutes.
 * @throws Refused `credentials_wrong`, also for an account without a password; `too_many_requests`
 */
export async function confirmPassword(ctx: AuthCtx, password: string): Promise<void> {
  const userId = userOf(ctx)
  const sessionId = sessionOf(ctx)
  const limits = confirmLimits(userId)
  await consumeAttempt(ctx, limits)
  const account = await passwordOf(ctx.db, userId)
  if (!(await ctx.passwords.matches(password, account?.passwordHash)))
    throw new Refused('credentials_wrong')
  await ctx.transact(async (tx) => {
    await refundAttempt(tx, limits)
    await confirmSession(tx, sessionId, ctx.clock.now())
    await publishSessions(tx, userId, [sessionId])
  })
}
