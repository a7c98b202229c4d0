import type { PasskeyAnswer } from '@gridloom/contract/auth/passkey'
import { sessionOf, userOf } from '../../../platform/ctx.ts'
import { publishSessions } from '../../accounts/index.ts'
import { confirmSession } from '../sessions-store.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { passkeyRefusal } from './refuse-thrown.ts'
import { verifyAuthentication } from './verify-authentication.ts'

/** Re-authenticates the caller with one of their passkeys. @throws Refused `passkey_refused` */
export async function confirmWithPasskey(
  ctx: SignInMethodsCtx,
  answer: PasskeyAnswer,
): Promise<void> {
  const userId = userOf(ctx)
  const sessionId = sessionOf(ctx)
  await ctx.transact(async (tx) => {
    const { accountId } = await verifyAuthentication(ctx, tx, answer)
    if (accountId !== userId) throw passkeyRefusal('the passkey is another account’s')
    await confirmSession(tx, sessionId, ctx.clock.now())
    await publishSessions(tx, userId, [sessionId])
  })
}
