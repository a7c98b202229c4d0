import type { TokenReply } from '@gridloom/contract/auth/credentials'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, personOf, type Tx } from '../../platform/ctx.ts'
import { accessCodeHash, isKnownAccessCode } from './access-codes-store.ts'
import { grantAccess } from './accounts-store.ts'
import { redeemAccessCode } from './redeem-access-code.ts'
import { refreshToken } from './refresh-token.ts'
import { requireProven } from './require-proven.ts'

interface Entered {
  code: string
  /** The bearer token of the call: it is rotated, as what it may do has grown. */
  token: string
  /** Where the call comes from. */
  address: string
}

/**
 * Opens the beta for the caller's account, and gives the welcome credit. An account that has it open uses up nothing.
 * @throws Refused `email_unverified`, `access_code_invalid`; `joining_limited` where too many came with the code or
 * from the network today
 */
export async function enterAccessCode(ctx: Ctx, entered: Entered): Promise<TokenReply> {
  const personId = personOf(ctx)
  const { email } = await requireProven(ctx.db, personId)
  const now = ctx.clock.now()
  const hash = accessCodeHash(entered.code)
  await ctx.transact(async (tx) => {
    if ((await grantAccess(tx, personId, now)) === 'granted')
      await redeem(ctx, tx, { accountId: personId, email, hash, address: entered.address })
    else if (!(await isKnownAccessCode(tx.db, { hash, now })))
      throw new Refused('access_code_invalid')
    await tx.publish({ topic: 'account', accountId: personId, subject: personId })
  })
  return { token: await refreshToken(ctx, entered.token) }
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
