import type { Credentials, TokenReply } from '@gridloom/contract/auth/credentials'
import { Refused } from '@gridloom/contract/errors'
import { consumeAttempt, refundAttempt } from '../../platform/attempts/limit-attempts.ts'
import { emailKey, findClaim, findPassword, type StoredPassword } from '../accounts/index.ts'
import { signInLimits } from './attempt-limits.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { AuthCtx, ClientInfo } from './ports.ts'

/**
 * Signs in with email and password and starts a new session.
 * @throws Refused `captcha_failed`; `credentials_wrong` for a wrong email as for a wrong password; `account_suspended`
 * only with the right password; `too_many_requests`, for unknown addresses too
 */
export async function logIn(
  ctx: AuthCtx,
  input: Credentials,
  client: ClientInfo,
): Promise<TokenReply> {
  const { email, password, 'cf-turnstile-response': answer } = input
  await ctx.captcha.verify({ answer, action: 'login', address: client.address })
  const limits = signInLimits(emailKey(email), client.address)
  await consumeAttempt(ctx, limits)
  const known = await accountWithPassword(ctx, { email, password })
  if (known === undefined) throw new Refused('credentials_wrong')
  if (known.suspendedAt !== null) throw new Refused('account_suspended')
  const { accountId } = known
  const token = await ctx.transact(async (tx) => {
    await refundAttempt(tx, limits)
    return beginSignIn(ctx, tx, { accountId, client, by: 'password' })
  })
  return { token }
}

/**
 * Finds the account that the password belongs to: the one that has verified the address, else its newest claim. Always
 * does two comparisons, so that the duration does not reveal whether these accounts exist.
 */
async function accountWithPassword(
  { db, passwords }: AuthCtx,
  { email, password }: { email: string; password: string },
): Promise<StoredPassword | undefined> {
  for (const known of [await findPassword(db, email), await findClaim(db, email)])
    if (await passwords.matches(password, known?.passwordHash)) return known
  return undefined
}
