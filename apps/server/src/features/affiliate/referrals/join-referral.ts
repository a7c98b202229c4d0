import type { AccountId } from '@gridloom/contract/core/ids'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { affiliateSignedUp } from '../events.ts'
import { lockReferralOf, nextNumber, updateReferral } from './referrals-store.ts'
import { evidenceOf } from './self-referral.ts'

/**
 * Counts the referral of an account whose address was just verified: from now on it is a sign-up of its affiliate. One
 * that looks like a self-referral is held for the operator's review. Does nothing without a referral, and twice.
 */
export async function joinReferral(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  referred: AccountId,
): Promise<void> {
  const row = await lockReferralOf(tx, referred)
  if (row === undefined || row.joined_at !== null) return
  const { id, account_id: affiliate, by, campaign, sub_id } = row
  const reason = await evidenceOf(ctx, tx, { affiliate, referred })
  await updateReferral(tx, id, {
    joined_at: ctx.clock.now(),
    number: await nextNumber(tx, affiliate),
    state: reason === null ? 'active' : 'held',
    held_reason: reason,
  })
  await recordEvents(ctx, tx, [
    affiliateSignedUp.of({ subject: id, accountId: affiliate, payload: { by, campaign, sub_id } }),
  ])
  await tx.publish({ topic: 'affiliate', transient: true, accountId: affiliate, subject: id })
}
