import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { InstanceReview, NewReview, ReviewBlocker } from '@gridloom/contract/reputation/review'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { areRelated } from '../../companies/index.ts'
import { type InstanceRow, lockOwnedInstance, ownedInstance } from '../../instances/index.ts'
import type { ReviewRow } from '../schema.ts'
import { editableUntil, reviewBlocker } from './may-review.ts'
import { reviewView } from './review-view.ts'
import { findReviewOf, insertReview, updateReview } from './reviews-store.ts'

/** Returns the review of the caller's instance, and whether it can be written now. @throws {Refused} not_found */
export async function readReview(ctx: Ctx, id: InstanceId): Promise<InstanceReview> {
  const row = await ownedInstance(ctx, id)
  const review = await findReviewOf(ctx.db, id)
  return viewOf(review, await blockerOf(ctx, ctx.db, { row, review }))
}

/**
 * Writes or edits the review of the machine of the caller's instance: one for each instance.
 * @throws {Refused} not_found; review_too_early; review_own_machine; review_final
 */
export async function writeReview(
  ctx: Ctx,
  id: InstanceId,
  { rating, text }: NewReview,
): Promise<InstanceReview> {
  return ctx.transact(async (tx) => {
    const row = await lockOwnedInstance(ctx, tx, id)
    const review = await findReviewOf(tx.db, id)
    const blocker = await blockerOf(ctx, tx.db, { row, review })
    if (blocker !== null) throw new Refused(refusals[blocker])
    const now = ctx.clock.now()
    const written =
      review === undefined
        ? await insertReview(tx, {
            ...{ id: ctx.ids.mint('review'), instance_id: id, machine_id: row.machine_id },
            ...{ account_id: row.account_id, rating, text, created_at: now },
            rented_hours: Math.floor(row.metered_running_s / 3_600),
          })
        : await updateReview(tx, review.id, { rating, text, edited_at: now })
    return viewOf(written, null)
  })
}

const refusals = {
  too_short: 'review_too_early',
  own_machine: 'review_own_machine',
  no_longer_editable: 'review_final',
} as const satisfies Record<ReviewBlocker, string>

async function blockerOf(
  { clock }: Pick<Ctx, 'clock'>,
  db: Db,
  { row, review }: { row: InstanceRow; review: ReviewRow | undefined },
): Promise<ReviewBlocker | null> {
  return reviewBlocker({
    ranS: row.metered_running_s,
    isOwn: await areRelated(db, row.account_id, row.provider_account_id),
    review,
    now: clock.now(),
  })
}

function viewOf(review: ReviewRow | undefined, blocker: ReviewBlocker | null): InstanceReview {
  return {
    review: review === undefined ? null : reviewView(review),
    blocker,
    editable_until: review === undefined ? null : editableUntil(review).toISOString(),
  }
}
