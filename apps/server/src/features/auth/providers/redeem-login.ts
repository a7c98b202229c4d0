import type { TokenReply } from '@gridloom/contract/auth/credentials'
import { Refused } from '@gridloom/contract/errors'
import { hashSecret } from '../../../platform/ids.ts'
import { beginSignIn } from '../begin-sign-in.ts'
import type { ClientInfo } from '../ports.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { takeLoginCode } from './attempts-store.ts'

/**
 * Exchanges the login code in this browser's cookie for a session, once.
 * @throws Refused `login_expired` when it is used, expired or missing, `account_suspended`
 */
export async function redeemLogin(
  ctx: SignInMethodsCtx,
  code: string | undefined,
  client: ClientInfo,
): Promise<TokenReply> {
  if (code === undefined) throw new Refused('login_expired')
  const token = await ctx.transact(async (tx) => {
    const taken = await takeLoginCode(tx, hashSecret(code), ctx.clock.now())
    if (taken === undefined) throw new Refused('login_expired')
    if (taken.suspendedAt !== null) throw new Refused('account_suspended')
    return beginSignIn(ctx, tx, { accountId: taken.accountId, client, by: 'provider' })
  })
  return { token }
}
