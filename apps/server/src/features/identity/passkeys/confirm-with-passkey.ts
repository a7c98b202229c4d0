import type { PasskeyAnswer } from '@gridloom/contract/auth/passkey'
import { personOf, sessionOf } from '../../../platform/ctx.ts'
import { publishSessions } from '../publish-sessions.ts'
import { confirmSession } from '../sessions-store.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { passkeyRefusal } from './refuse-what-throws.ts'
import { verifyUsed } from './verify-used.ts'

/** Notes that the caller proved again who they are, with a passkey of theirs. @throws Refused `passkey_refused` */
export async function confirmWithPasskey(ctx: WaysInCtx, answer: PasskeyAnswer): Promise<void> {
  const personId = personOf(ctx)
  const sessionId = sessionOf(ctx)
  await ctx.transact(async (tx) => {
    const { accountId } = await verifyUsed(ctx, tx, answer)
    if (accountId !== personId) throw passkeyRefusal('the passkey is another account’s')
    await confirmSession(tx, sessionId, ctx.clock.now())
    await publishSessions(tx, personId, [sessionId])
  })
}
