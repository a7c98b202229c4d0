import type { AccountId } from '@gridloom/contract/core/ids'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { affiliateSignedUp, factsOf } from '../events.ts'
import { reviewAffiliate } from '../fraud/review-affiliate.ts'
import { openBeta } from './open-beta.ts'
import { findReferralOf, lockReferralOf, nextNumber, updateReferral } from './referrals-store.ts'

/** An account whose address is verified now, and the network address of its request. */
export interface Joining {
  readonly accountId: AccountId
  readonly address: string
}

/**
 * Counts the referral of an account whose address was just verified: from now on it is a sign-up of its affiliate. One
 * that looks like a self-referral is held for the operator's review; another one may open the beta. Does nothing without
 * a referral, and twice.
 */
export async function joinReferral(
  ctx: Pick<Ctx, 'ids' | 'clock' | 'log'>,
  tx: Tx,
  { accountId: referred, address }: Joining,
): Promise<void> {
  const row = await lockReferralOf(tx, referred)
  if (row === undefined || row.joined_at !== null) return
  const { id, account_id: affiliate } = row
  const number = await nextNumber(tx, affiliate)
  await updateReferral(tx, id, { joined_at: ctx.clock.now(), number })
  await reviewAffiliate(ctx, tx, { affiliate, only: id })
  const joined = await findReferralOf(tx.db, referred)
  if (joined?.state === 'active') await openBeta(ctx, tx, { id, affiliate, referred, address })
  await recordEvents(ctx, tx, [
    affiliateSignedUp.of({ subject: id, accountId: affiliate, payload: factsOf(row) }),
  ])
  await tx.publish({ topic: 'affiliate', transient: true, accountId: affiliate, subject: id })
}
