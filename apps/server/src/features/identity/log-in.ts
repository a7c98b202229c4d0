import type { Credentials, TokenReply } from '@gridloom/contract/identity'
import { findPassword } from './accounts-store.ts'
import type { IdentityCtx, Origin } from './ports.ts'
import { signInWith } from './sign-in-with.ts'

/**
 * Signs in with e-mail and password: a new session each time.
 * @throws Refused `captcha_failed`, or `credentials_wrong` for a wrong e-mail as for a wrong password
 */
export async function logIn(
  ctx: IdentityCtx,
  input: Credentials,
  origin: Origin,
): Promise<TokenReply> {
  const { email, password, 'cf-turnstile-response': answer } = input
  await ctx.captcha.verify({ answer, action: 'login', address: origin.address })
  return signInWith(ctx, { known: await findPassword(ctx.db, email), password, origin })
}
