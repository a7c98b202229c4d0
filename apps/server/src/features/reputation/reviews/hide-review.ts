import type { ReviewId } from '@gridloom/contract/core/ids'
import type { Review } from '@gridloom/contract/reputation/review'
import type { Tx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { recordFact } from '../evidence/record-fact.ts'
import type { ReviewRow } from '../schema.ts'
import { noSuchReview } from './answer-review.ts'
import { reviewView } from './review-view.ts'
import { lockReview, updateReview } from './reviews-store.ts'

/**
 * Hides a review, or shows it again. Facts never change: a hidden review's is withdrawn by another fact, and a review
 * that is shown again is a new one. @throws {Refused} unauthorized; forbidden; not_found
 */
export async function hideReview(
  ctx: ReputationCtx,
  id: ReviewId,
  { hidden }: { hidden: boolean },
): Promise<Review> {
  operatorOf(ctx)
  return ctx.transact(async (tx) => {
    const review = await lockReview(tx, id)
    if (review === undefined) throw noSuchReview()
    if (hidden === (review.hidden_at !== null)) return reviewView(review)
    const now = ctx.clock.now()
    if (hidden) await withdraw(ctx, tx, review)
    const changed = await updateReview(tx, id, {
      hidden_at: hidden ? now : null,
      // Counted anew, as another fact, once it is shown again.
      ...(hidden && { counted_at: null }),
    })
    return reviewView(changed)
  })
}

async function withdraw(ctx: ReputationCtx, tx: Tx, review: ReviewRow): Promise<void> {
  const { machine_id: machineId, counted_at: countedAt, fact_number: withdraws } = review
  if (countedAt === null || withdraws === null) return
  await recordFact(ctx, tx, {
    ...{ machineId, kind: 'withdrawal', value: 0, cause: 'review_hidden', withdraws },
    ...{ source: `withdrawal ${withdraws}`, at: ctx.clock.now() },
  })
}
