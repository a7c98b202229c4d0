import { Refused } from '@gridloom/contract/errors'
import { personOf, sessionOf } from '../../platform/ctx.ts'
import { passwordOf } from './accounts-store.ts'
import { confirmLimits, giveBack, takeTry } from './limit-attempts.ts'
import type { IdentityCtx } from './ports.ts'
import { confirmSession } from './sessions-store.ts'

/**
 * Proves with the password that it is still the person who sits there; good for a quarter of an hour.
 * @throws Refused `credentials_wrong`, also for an account without a password; `too_many_requests`
 */
export async function confirmPassword(ctx: IdentityCtx, password: string): Promise<void> {
  const personId = personOf(ctx)
  const sessionId = sessionOf(ctx)
  const limits = confirmLimits(personId)
  await takeTry(ctx, limits)
  const account = await passwordOf(ctx.db, personId)
  if (!(await ctx.passwords.matches(password, account?.passwordHash)))
    throw new Refused('credentials_wrong')
  await ctx.transact(async (tx) => {
    await giveBack(tx, limits)
    await confirmSession(tx, sessionId, ctx.clock.now())
    await tx.publish({ topic: 'session', accountId: personId, subject: sessionId })
  })
}
