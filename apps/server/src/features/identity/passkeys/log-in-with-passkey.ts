import type { TokenReply } from '@gridloom/contract/auth/credentials'
import type { PasskeyAnswer } from '@gridloom/contract/auth/passkey'
import { Refused } from '@gridloom/contract/errors'
import { beginSignIn } from '../begin-sign-in.ts'
import type { Comer } from '../ports.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { verifyUsed } from './verify-used.ts'

/**
 * Signs in with a passkey. It stands for both what a person has and what they are or know, so nothing else is asked.
 * @throws Refused `passkey_refused`, `account_suspended`
 */
export async function logInWithPasskey(
  ctx: WaysInCtx,
  answer: PasskeyAnswer,
  comer: Comer,
): Promise<TokenReply> {
  const token = await ctx.transact(async (tx) => {
    const { accountId, suspendedAt } = await verifyUsed(ctx, tx, answer)
    if (suspendedAt !== null) throw new Refused('account_suspended')
    return beginSignIn(ctx, tx, { accountId, comer, by: 'passkey' })
  })
  return { token }
}
