import type {
  AccountReviewDecision,
  AccountReviewState,
  AccountRule,
  ReviewedAccount,
} from '@gridloom/contract/affiliate/account-review'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { reviewView } from './appeal-review.ts'
import {
  deleteBought,
  type ListedReview,
  lockReview,
  selectForOperator,
  updateReview,
} from './reviews-store.ts'

/** A page of accounts with reviews in a state, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listAccountReviews(
  ctx: Ctx,
  query: { state: AccountReviewState; page: number; page_size: number },
): Promise<{ reviews: ReviewedAccount[]; total: number }> {
  operatorOf(ctx)
  const rows = await selectForOperator(ctx.db, { ...query, now: ctx.clock.now() })
  return { reviews: rows.map(viewOf), total: rows[0]?.total ?? 0 }
}

/**
 * Releases an account, or confirms why it is held, until the review ends. Visitors of a released one count again; claims
 * that are held are decided on by themselves. @throws Refused `forbidden`, `not_found`
 */
export async function decideOnAccount(
  ctx: Ctx,
  of: { accountId: AccountId; rule: AccountRule },
  { decision, reason }: AccountReviewDecision,
): Promise<ReviewedAccount> {
  operatorOf(ctx)
  return ctx.transact(async (tx) => {
    const row = await lockReview(tx, of)
    if (row === undefined || row.expires_at <= ctx.clock.now())
      throw new Refused('not_found', { details: { what: 'review' } })
    const { accountId } = of
    tx.note({ subject: accountId })
    const state = decision === 'release' ? 'released' : 'rejected'
    await updateReview(tx, row, { state, decision_text: reason })
    if (state === 'released' && row.rule === 'bought_visits') await deleteBought(tx, accountId)
    await tx.publish({ topic: 'affiliate', transient: true, accountId, subject: '' })
    const [decided] = await selectForOperator(tx.db, of)
    if (decided === undefined) throw new RangeError(`the review of ${accountId} is gone`)
    return viewOf(decided)
  })
}

function viewOf(row: ListedReview): ReviewedAccount {
  const { account_id, email, evidence, appeal_text, decision_text } = row
  return {
    ...{ ...reviewView(row), account_id, email, evidence, appeal_text, decision_text },
    expires_at: row.expires_at.toISOString(),
  }
}
