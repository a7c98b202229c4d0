import type { AccountId } from '@gridloom/contract/core/ids'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import {
  findPassword,
  findUnverified,
  grantAccess,
  lockEmailAddress,
  markVerified,
  publishAccount,
  redeemAccessCode,
} from '../accounts/index.ts'
import { accountVerified } from './account-verified.ts'
import { ownAddress } from './open-account.ts'
import type { AuthCtx, ClientInfo } from './ports.ts'

/**
 * Makes an account the holder of the address that it claims: opens its ledger account, redeems the access code from its
 * registration (if that fails today, it can be entered again), and deletes every other claim. The caller decides about
 * the password and the sessions from before the verification
 * (docs/decisions/0041-an-address-is-verified-before-it-counts.md). Returns `no` when the account is gone or verified
 * already, or another account holds the address.
 */
export async function verifyAccount(
  ctx: Pick<AuthCtx, 'ids' | 'clock' | 'log' | 'referralCodes'>,
  tx: Tx,
  { id, email, client }: { id: AccountId; email: string; client: ClientInfo },
): Promise<'verified' | 'no'> {
  await lockEmailAddress(tx, email)
  const claim = await findUnverified(tx.db, id)
  if (claim === undefined || (await findPassword(tx.db, email)) !== undefined) return 'no'
  const at = ctx.clock.now()
  const hash = claim.waitingAccessCodeHash
  await markVerified(tx, id, at)
  await ownAddress(tx, claim)
  const entered = { accountId: id, email, address: client.address }
  if (hash !== null && (await redeemAccessCode(ctx, tx, { ...entered, hash })).kind === 'redeemed')
    await grantAccess(tx, id, at)
  await ctx.referralCodes.join(ctx, tx, { accountId: id, address: client.address })
  await publishAccount(tx, id)
  const by = { by: 'code' } as const
  await recordEvents(ctx, tx, [accountVerified.of({ subject: id, accountId: id, payload: by })])
  return 'verified'
}
