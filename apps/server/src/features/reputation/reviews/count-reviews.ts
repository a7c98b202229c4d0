import { reviewEditableS } from '@gridloom/contract/reputation/review'
import type { Tx } from '../../../platform/ctx.ts'
import { findInstance } from '../../instances/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { partyOfFact } from '../evidence/party-of-fact.ts'
import { type NewFact, recordFact } from '../evidence/record-fact.ts'
import type { ReviewRow } from '../schema.ts'
import { lockUncounted, updateReview } from './reviews-store.ts'

const reviewsAtOnce = 100

/** The value of each rating: four stars are meant well. */
const ratingValues = [0, 0, 200, 500, 900, 1_000]

/** Turns reviews that can no longer be edited into facts. Run it every minute, on any number of replicas. */
export async function countReviews(ctx: ReputationCtx): Promise<void> {
  for (let done = 0; done < reviewsAtOnce; done++) if (!(await countOne(ctx))) return
}

/** Counts one review, and returns whether there was one. Each has a transaction of its own, as it locks a chain. */
async function countOne(ctx: ReputationCtx): Promise<boolean> {
  const now = ctx.clock.now()
  return ctx.transact(async (tx) => {
    const review = await lockUncounted(tx, new Date(now.getTime() - reviewEditableS * 1_000))
    if (review === undefined) return false
    const fact_number = await recordFact(ctx, tx, await factOfReview(ctx, tx, review))
    await updateReview(tx, review.id, { counted_at: now, fact_number })
    return true
  })
}

/** Returns a review as a fact. One whose author closed the account has no party. */
async function factOfReview(ctx: ReputationCtx, tx: Tx, review: ReviewRow): Promise<NewFact> {
  const { machine_id: machineId, account_id: renterId, rating, fact_number: earlier } = review
  const instance = await findInstance(tx.db, review.instance_id)
  const use =
    renterId === null || instance === undefined
      ? null
      : { machineId, renterId, providerId: instance.provider_account_id }
  return {
    ...{ machineId, kind: 'review', value: ratingValues[rating] ?? 0, at: review.created_at },
    party: use === null ? null : await partyOfFact(ctx, tx, use),
    // One that was hidden and is shown again is another fact.
    source: `${review.id} ${earlier ?? 0}`,
  }
}
