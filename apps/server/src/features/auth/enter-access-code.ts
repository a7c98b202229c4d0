import type { TokenReply } from '@gridloom/contract/auth/credentials'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, type Tx, userOf } from '../../platform/ctx.ts'
import {
  accessCodeHash,
  grantAccess,
  isKnownAccessCode,
  publishAccount,
  redeemAccessCode,
  requireVerified,
} from '../accounts/index.ts'
import { refreshToken } from './refresh-token.ts'

interface AccessCodeEntry {
  code: string
  /** The bearer token of the call. It is rotated, as the account's permissions change. */
  token: string
  /** The network address of the caller. */
  address: string
}

/**
 * Grants the caller's account access to the beta, with the welcome credit. For an account with access, no use of the
 * code is consumed.
 * @throws Refused `email_unverified`, `access_code_invalid`; `joining_limited` when the daily limit of the code or of
 * the network is reached
 */
export async function enterAccessCode(ctx: Ctx, entry: AccessCodeEntry): Promise<TokenReply> {
  const userId = userOf(ctx)
  const { email } = await requireVerified(ctx.db, userId)
  const now = ctx.clock.now()
  const hash = accessCodeHash(entry.code)
  await ctx.transact(async (tx) => {
    if ((await grantAccess(tx, userId, now)) === 'granted')
      await redeem(ctx, tx, { accountId: userId, email, hash, address: entry.address })
    else if (!(await isKnownAccessCode(tx.db, { hash, now })))
      throw new Refused('access_code_invalid')
    await publishAccount(tx, userId)
  })
  return { token: await refreshToken(ctx, entry.token) }
}

async function redeem(
  ctx: Ctx,
  tx: Tx,
  redeeming: { accountId: AccountId; email: string; hash: string; address: string },
): Promise<void> {
  const redeemed = await redeemAccessCode(ctx, tx, redeeming)
  if (redeemed.kind === 'unknown') throw new Refused('access_code_invalid')
  if (redeemed.kind === 'busy')
    throw new Refused('joining_limited', { details: { seconds: redeemed.seconds } })
}
