import type { TokenReply } from '@gridloom/contract/auth/credentials'
import type { PasskeyAnswer } from '@gridloom/contract/auth/passkey'
import { Refused } from '@gridloom/contract/errors'
import { beginSignIn } from '../begin-sign-in.ts'
import type { ClientInfo } from '../ports.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { verifyAuthentication } from './verify-authentication.ts'

/**
 * Signs in with a passkey, which counts as two factors, so no other factor is required.
 * @throws Refused `passkey_refused`, `account_suspended`
 */
export async function logInWithPasskey(
  ctx: SignInMethodsCtx,
  answer: PasskeyAnswer,
  client: ClientInfo,
): Promise<TokenReply> {
  const token = await ctx.transact(async (tx) => {
    const { accountId, suspendedAt } = await verifyAuthentication(ctx, tx, answer)
    if (suspendedAt !== null) throw new Refused('account_suspended')
    return beginSignIn(ctx, tx, { accountId, client, by: 'passkey' })
  })
  return { token }
}
