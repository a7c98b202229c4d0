import { type MachineId, ReviewId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../ctx.ts'
import { chooseOne } from '../../resolve/choose-one.ts'

const pageReviews = 100
const pagesMax = 10

/** Finds a review of a machine by its id, or part of it among the newest 1,000. */
export async function findReview(ctx: Ctx, id: MachineId, wanted: string): Promise<ReviewId> {
  const whole = ReviewId.safeParse(wanted)
  if (whole.success) return whole.data
  const all: { id: ReviewId; name: string }[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const { reviews } = await ctx.client.reputation.listReviews({
      params: { id },
      query: { offset: page * pageReviews, limit: pageReviews },
      signal: ctx.signal,
    })
    all.push(...reviews.map((review) => ({ id: review.id, name: '' })))
    if (reviews.length < pageReviews) break
  }
  return chooseOne(all, wanted, 'review').id
}
