import { Refused } from '@gridloom/contract/errors'
import type { TokenReply } from '@gridloom/contract/identity'
import type { StoredPassword } from './accounts-store.ts'
import type { IdentityCtx, Origin } from './ports.ts'
import { startSession } from './start-session.ts'

interface Attempt {
  /** The account that was asked for; `undefined` when there is none. */
  known: StoredPassword | undefined
  password: string
  origin: Origin
}

/**
 * Signs in when the password is right. An unknown account is refused like a wrong password, after as long.
 * @throws Refused `credentials_wrong`
 */
export async function signInWith(
  ctx: IdentityCtx,
  { known, password, origin }: Attempt,
): Promise<TokenReply> {
  const right = await ctx.passwords.matches(password, known?.passwordHash)
  if (known === undefined || !right) throw new Refused('credentials_wrong')
  const { accountId } = known
  return {
    token: await ctx.transact((tx) => startSession(ctx, tx, { accountId, origin, by: 'password' })),
  }
}
