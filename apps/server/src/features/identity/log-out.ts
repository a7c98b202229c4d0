import { type Ctx, sessionOf } from '../../platform/ctx.ts'
import { endSession } from './sessions-store.ts'

/** Ends the caller's session: none of its tokens is good any more. */
export async function logOut(ctx: Ctx): Promise<void> {
  const sessionId = sessionOf(ctx)
  await ctx.transact((tx) => endSession(tx, sessionId, ctx.clock.now()))
}
