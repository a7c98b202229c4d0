import type { ReviewId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Review, ReviewAnswer } from '@gridloom/contract/reputation/review'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { findOwner } from '../machine-owner-store.ts'
import { reviewView } from './review-view.ts'
import { lockReview, updateReview } from './reviews-store.ts'

/** Answers a review of one of the caller's machines, once. @throws {Refused} not_found; review_answered */
export async function answerReview(
  ctx: Ctx,
  id: ReviewId,
  { text }: ReviewAnswer,
): Promise<Review> {
  const { accountId } = accountOf(ctx)
  return ctx.transact(async (tx) => {
    const review = await lockReview(tx, id)
    const owner = review && (await findOwner(tx.db, review.machine_id))
    if (review === undefined || owner?.accountId !== accountId) throw noSuchReview()
    if (review.answer !== null) throw new Refused('review_answered')
    const answered = { answer: text, answered_at: ctx.clock.now() }
    return reviewView(await updateReview(tx, id, answered))
  })
}

export function noSuchReview(): Refused {
  return new Refused('not_found', { details: { what: 'review' } })
}
