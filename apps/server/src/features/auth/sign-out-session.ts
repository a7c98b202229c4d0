import type { SessionId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { publishSessions } from '../accounts/index.ts'
import { endSession, findSession } from './sessions-store.ts'

/** Ends one of the user's sessions. @throws Refused `not_found`, also for a session of another user */
export async function signOutSession(ctx: Ctx, id: SessionId): Promise<void> {
  const userId = userOf(ctx)
  const at = ctx.clock.now()
  await ctx.transact(async (tx) => {
    const session = await findSession(tx.db, { id, accountId: userId, now: at })
    if (session === undefined) throw new Refused('not_found', { details: { what: 'session' } })
    await endSession(tx, id, at)
    await publishSessions(tx, userId, [id])
  })
}
