import { type Ctx, personOf, sessionOf } from '../../platform/ctx.ts'
import { publishSessions } from './publish-sessions.ts'
import { endSessionsOf } from './sessions-store.ts'

/** Ends every session of the person but the one that asks, the extension's too. */
export async function signOutOthers(ctx: Ctx): Promise<{ ended: number }> {
  const personId = personOf(ctx)
  const but = sessionOf(ctx)
  return ctx.transact(async (tx) => {
    const ended = await endSessionsOf(tx, personId, { but, at: ctx.clock.now() })
    await publishSessions(tx, personId, ended)
    return { ended: ended.length }
  })
}
