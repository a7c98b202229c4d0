import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { listCredits } from './credits/list-credits.ts'
import type { ReputationCtx } from './ctx.ts'
import { readEvidence } from './evidence/read-evidence.ts'
import { checkAgain } from './facts/check-again.ts'
import { answerReview } from './reviews/answer-review.ts'
import { hideReview } from './reviews/hide-review.ts'
import { listReviews } from './reviews/list-reviews.ts'
import { readReview, writeReview } from './reviews/write-review.ts'
import { readTrust } from './score/read-trust.ts'

/** Mounts the `reputation` area of the contract. */
export function reputationRoutes(routes: Routes<ReputationCtx>): void {
  const { reputation } = api
  routes.on(reputation.readTrust, (ctx, { params }) => readTrust(ctx, params.id))
  routes.download(reputation.readEvidence, (ctx, { params, query }) =>
    readEvidence(ctx, params.id, query),
  )
  routes.on(reputation.checkAgain, async (ctx, { params }) => {
    await checkAgain(ctx, params.id)
    return {}
  })
  routes.on(reputation.listCredits, (ctx, { params }) => listCredits(ctx, params.id))
  routes.on(reputation.listReviews, (ctx, { params, query }) => listReviews(ctx, params.id, query))
  routes.on(reputation.readReview, (ctx, { params }) => readReview(ctx, params.id))
  routes.on(reputation.writeReview, (ctx, { params, body }) => writeReview(ctx, params.id, body))
  routes.on(reputation.answerReview, (ctx, { params, body }) => answerReview(ctx, params.id, body))
  routes.on(reputation.hideReview, (ctx, { params, body }) => hideReview(ctx, params.id, body))
}
