import type {
  ReferralDecision,
  ReferralState,
  ReviewedReferral,
} from '@gridloom/contract/affiliate/affiliate'
import type { ReferralId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { lockReferral, type ReviewRow, selectForReview, updateReferral } from './referrals-store.ts'

/** A page of referrals in a state, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listForReview(
  ctx: Ctx,
  query: { state: ReferralState; page: number; page_size: number },
): Promise<{ referrals: ReviewedReferral[]; total: number }> {
  operatorOf(ctx)
  const rows = await selectForReview(ctx.db, query)
  return { referrals: rows.map(viewOf), total: rows[0]?.total ?? 0 }
}

/**
 * Releases a referral, whose commission is then paid like any other, or rejects it. Commission that was moved to the
 * rewards stays there. @throws Refused `forbidden`, `not_found`
 */
export async function decideOnReferral(
  ctx: Ctx,
  id: ReferralId,
  { decision, reason }: ReferralDecision,
): Promise<ReviewedReferral> {
  operatorOf(ctx)
  return ctx.transact(async (tx) => {
    const row = await lockReferral(tx, id)
    if (row === undefined || row.joined_at === null)
      throw new Refused('not_found', { details: { what: 'referral' } })
    tx.note({ subject: id })
    await updateReferral(tx, id, {
      state: decision === 'release' ? 'active' : 'rejected',
      decision_text: reason,
    })
    const { account_id: accountId } = row
    await tx.publish({ topic: 'affiliate', transient: true, accountId, subject: id })
    const [decided] = await selectForReview(tx.db, { id })
    if (decided === undefined) throw new RangeError(`referral ${id} is gone`)
    return viewOf(decided)
  })
}

function viewOf({
  spent,
  commission,
  total: _total,
  joined_at,
  ...row
}: ReviewRow): ReviewedReferral {
  const { id, account_id, referred_account_id } = row
  return {
    id,
    affiliate_account_id: account_id,
    affiliate_email: row.affiliate_email,
    referred_account_id,
    referred_email: row.referred_email,
    state: row.state,
    held_reason: row.held_reason,
    decision_text: row.decision_text,
    spent_micro_usd: spent,
    commission_micro_usd: commission,
    joined_at: joined_at.toISOString(),
  }
}
