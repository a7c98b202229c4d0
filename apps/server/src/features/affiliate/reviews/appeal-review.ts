import type { AccountReview, AccountRule } from '@gridloom/contract/affiliate/account-review'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import { activeAccountFor } from '../../companies/index.ts'
import type { AccountReviewRow } from '../schema.ts'
import { lockReview, updateReview } from './reviews-store.ts'

/**
 * Stores why the caller's account should not be held, for the operator's queue; once for each review.
 * @throws Refused `not_found`, `forbidden` for members of a company without the right to its payouts, `state_conflict`
 * for one that was released or appealed
 */
export async function appealReview(
  ctx: Ctx,
  { rule, text }: { rule: AccountRule; text: string },
): Promise<AccountReview> {
  const accountId = await activeAccountFor(ctx, 'pay_out')
  const now = ctx.clock.now()
  return ctx.transact(async (tx) => {
    const row = await lockReview(tx, { accountId, rule })
    if (row === undefined || row.expires_at <= now)
      throw new Refused('not_found', { details: { what: 'review' } })
    const state = row.appealed_at !== null ? 'appealed' : row.state
    if (state === 'released' || state === 'appealed')
      throw new Refused('state_conflict', { details: { what: 'review', state } })
    tx.note({ subject: accountId })
    await updateReview(tx, row, { appeal_text: text, appealed_at: now })
    return reviewView({ ...row, appealed_at: now })
  })
}

/** A review as its account sees it: without evidence, which would teach how to hide. */
export function reviewView({
  rule,
  state,
  found_at,
  appealed_at,
}: AccountReviewRow): AccountReview {
  return { rule, state, found_at: found_at.toISOString(), appealed_at: isoOrNull(appealed_at) }
}
