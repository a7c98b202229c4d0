import type { Affiliate } from '@gridloom/contract/affiliate/affiliate'
import { accountOf } from '../../../platform/ctx.ts'
import { sumRewards } from '../../rewards/index.ts'
import { referralCodeOf } from '../codes/referral-code.ts'
import { sumOpen } from '../commissions/commissions-store.ts'
import { affiliateSource } from '../commissions/pay-commissions.ts'
import type { AffiliateCtx } from '../ctx.ts'
import { reviewView } from '../reviews/appeal-review.ts'
import { selectReviews } from '../reviews/reviews-store.ts'
import { loadTerms } from '../terms/terms-store.ts'
import { selectTotals } from './stats-store.ts'

/** The caller's account as an affiliate: its code, which is made at first use, the terms and the totals. */
export async function readAffiliate(ctx: AffiliateCtx): Promise<Affiliate> {
  const { accountId } = accountOf(ctx)
  const { code, chosen } = await referralCodeOf(ctx, accountId)
  const now = ctx.clock.now()
  const [terms, totals, pending, rewards, reviews] = await Promise.all([
    loadTerms(ctx.db),
    selectTotals(ctx.db, accountId),
    sumOpen(ctx.db, accountId),
    sumRewards(ctx.db, accountId, now, affiliateSource),
    selectReviews(ctx.db, accountId, now),
  ])
  return {
    ...{ code, chosen, link: new URL(`/${code}`, ctx.publicUrl).href, terms, totals },
    pending_micro_usd: pending,
    claimable_micro_usd: rewards.claimable_micro_usd,
    claimed_micro_usd: rewards.claimed_micro_usd,
    reviews: reviews.map(reviewView),
  }
}
