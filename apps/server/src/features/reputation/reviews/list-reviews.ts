import type { MachineId } from '@gridloom/contract/core/ids'
import type { Reviews } from '@gridloom/contract/reputation/review'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuseHidden } from '../visible-machine.ts'
import { reviewView } from './review-view.ts'
import { selectReviews } from './reviews-store.ts'

/**
 * Lists the reviews of a listed machine, or of one of the caller's, newest first. Its provider and the operator see
 * hidden ones too. @throws {Refused} not_found
 */
export async function listReviews(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  id: MachineId,
  page: { offset: number; limit: number },
): Promise<Reviews> {
  const { accountId } = await refuseHidden(ctx, id)
  const { actor } = ctx
  const seesAll =
    actor.kind === 'account' && (actor.accountId === accountId || actor.role === 'operator')
  const hidden = seesAll ? 'with' : 'without'
  const { reviews, total, mean } = await selectReviews(ctx.db, id, { ...page, hidden })
  return { reviews: reviews.map(reviewView), total, mean_rating: mean }
}
