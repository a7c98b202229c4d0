import type { Registration, TokenReply } from '@gridloom/contract/auth/credentials'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { enforceLimit } from '../../platform/attempts/limit-attempts.ts'
import type { Tx } from '../../platform/ctx.ts'
import {
  accessCodeHash,
  accountByEmail,
  emailKey,
  insertAccount,
  isKnownAccessCode,
  lockEmailAddress,
  usernameFrom,
} from '../accounts/index.ts'
import { codeRequestLimits } from './attempt-limits.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { refuseCommon } from './new-password.ts'
import type { AuthCtx, ClientInfo } from './ports.ts'
import { sendCode } from './send-code.ts'

/**
 * Creates an account that claims the address, signs in to it, and sends the code that verifies it. The response for a
 * taken address is the same: the account can then never be verified, and only the email, which the holder reads,
 * differs. See docs/decisions/0041-an-address-is-verified-before-it-counts.md.
 * @throws Refused `captcha_failed`, `invalid_input` for a common password, `access_code_invalid`, `too_many_requests`
 */
export async function register(
  ctx: AuthCtx,
  input: Registration,
  client: ClientInfo,
): Promise<TokenReply> {
  const { email, password, 'cf-turnstile-response': answer } = input
  await ctx.captcha.verify({ answer, action: 'register', address: client.address })
  refuseCommon(password, { email, field: 'password' })
  const passwordHash = await ctx.passwords.hash(password)
  const token = await ctx.transact(async (tx) => {
    await lockEmailAddress(tx, email)
    await enforceLimit(ctx, tx, codeRequestLimits.hour(emailKey(email)))
    const waitingAccessCodeHash = await waitingCode(ctx, tx, input.referral_code)
    const id = await claimAddress(ctx, tx, { email, passwordHash, waitingAccessCodeHash })
    if (waitingAccessCodeHash === null && input.referral_code)
      await ctx.referralCodes.refer(ctx, tx, {
        ...{ accountId: id, code: input.referral_code, address: client.address },
      })
    const isTaken = (await accountByEmail(tx.db, email)) !== null
    await sendCode(
      ctx,
      tx,
      isTaken ? { kind: 'taken', to: email } : { kind: 'register', accountId: id, to: email },
    )
    return beginSignIn(ctx, tx, { accountId: id, client, by: 'password' })
  })
  return { token }
}

interface NewClaim {
  email: string
  passwordHash: string
  waitingAccessCodeHash: string | null
}

async function claimAddress(ctx: AuthCtx, tx: Tx, claim: NewClaim): Promise<AccountId> {
  const id = ctx.ids.mint('account')
  await insertAccount(tx, {
    ...claim,
    id,
    username: usernameFrom(claim.email),
    role: 'user',
    emailVerifiedAt: null,
    accessGrantedAt: null,
    createdAt: ctx.clock.now(),
  })
  return id
}

/**
 * Validates the access code, which is used up when the address is verified; a referral code of an affiliate gives
 * access then only if the operator's terms say so. @throws Refused `access_code_invalid`
 */
async function waitingCode(
  { clock, referralCodes }: AuthCtx,
  tx: Tx,
  code: string | undefined,
): Promise<string | null> {
  if (code === undefined || code === '') return null
  const hash = accessCodeHash(code)
  if (await isKnownAccessCode(tx.db, { hash, now: clock.now() })) return hash
  if (await referralCodes.isKnown(tx, code)) return null
  throw new Refused('access_code_invalid', {
    fields: { referral_code: 'This access code is not valid.' },
  })
}
