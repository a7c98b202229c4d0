import { type Ctx, sessionOf, userOf } from '../../platform/ctx.ts'
import { publishSessions } from '../accounts/index.ts'
import { endSession } from './sessions-store.ts'

/** Ends the caller's session and with it all of its tokens. */
export async function logOut(ctx: Ctx): Promise<void> {
  const sessionId = sessionOf(ctx)
  await ctx.transact(async (tx) => {
    await endSession(tx, sessionId, ctx.clock.now())
    await publishSessions(tx, userOf(ctx), [sessionId])
  })
}
