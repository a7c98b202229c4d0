import { type Ctx, sessionOf, userOf } from '../../platform/ctx.ts'
import { publishSessions } from '../accounts/index.ts'
import { endSessionsOf } from './sessions-store.ts'

/** Ends all sessions of the user except the current one, including the extension's. */
export async function signOutOthers(ctx: Ctx): Promise<{ ended: number }> {
  const userId = userOf(ctx)
  const but = sessionOf(ctx)
  return ctx.transact(async (tx) => {
    const ended = await endSessionsOf(tx, userId, { but, at: ctx.clock.now() })
    await publishSessions(tx, userId, ended)
    return { ended: ended.length }
  })
}
