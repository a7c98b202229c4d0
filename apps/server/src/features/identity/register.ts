import { Refused } from '@gridloom/contract/errors'
import type { Registration, TokenReply } from '@gridloom/contract/identity'
import { useAccessCode } from './access-codes-store.ts'
import { findPassword } from './accounts-store.ts'
import { openAccount } from './open-account.ts'
import type { IdentityCtx, Origin } from './ports.ts'
import { signInWith } from './sign-in-with.ts'
import { startSession } from './start-session.ts'

/**
 * Makes an account, gives it the starting credit, and signs in. An e-mail address that is taken is treated as
 * a sign-in to the account that has it. Either way one password hash is computed, so that time tells nothing.
 * See docs/decisions/0010-a-taken-e-mail-is-a-sign-in.md.
 * @throws Refused `captcha_failed`, `access_code_invalid`, or `credentials_wrong` for a taken address
 */
export async function register(
  ctx: IdentityCtx,
  input: Registration,
  origin: Origin,
): Promise<TokenReply> {
  const { email, password, 'cf-turnstile-response': answer } = input
  await ctx.captcha.verify({ answer, action: 'register', address: origin.address })
  const known = await findPassword(ctx.db, email)
  if (known !== undefined) return signInWith(ctx, { known, password, origin })
  const passwordHash = await ctx.passwords.hash(password)
  const token = await ctx.transact(async (tx) => {
    const access = await accessOf(input.referral_code, (code) => useAccessCode(tx, code))
    const account = { email, passwordHash, role: 'user', access } as const
    const accountId = await openAccount(ctx, tx, account)
    return accountId === 'taken'
      ? 'taken'
      : startSession(ctx, tx, { accountId, origin, by: 'password' })
  })
  if (token !== 'taken') return { token }
  // Another registration of the same address was faster.
  return signInWith(ctx, { known: await findPassword(ctx.db, email), password, origin })
}

async function accessOf(
  code: string | undefined,
  use: (code: string) => Promise<'valid' | 'unknown'>,
): Promise<'granted' | 'none'> {
  if (code === undefined || code === '') return 'none'
  if ((await use(code)) === 'valid') return 'granted'
  throw new Refused('access_code_invalid', {
    fields: { referral_code: 'This access code is not valid.' },
  })
}
