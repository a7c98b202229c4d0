import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { recordClick } from './clicks/record-click.ts'
import { chooseReferralCode } from './codes/referral-code.ts'
import type { AffiliateCtx } from './ctx.ts'
import { appealReferral } from './referrals/appeal.ts'
import { listReferrals } from './referrals/list-referrals.ts'
import { refer } from './referrals/refer.ts'
import { decideOnReferral, listForReview } from './referrals/review-referrals.ts'
import { appealReview } from './reviews/appeal-review.ts'
import { decideOnAccount, listAccountReviews } from './reviews/decide-on-account.ts'
import { readStats } from './stats/affiliate-stats.ts'
import { readAffiliate } from './stats/affiliate-status.ts'
import { listCommissionPayouts } from './stats/list-payouts.ts'
import { changeTerms, readTerms } from './terms/affiliate-terms.ts'

/** Mounts the `affiliate` area of the contract. */
export function affiliateRoutes<C extends AffiliateCtx>(routes: Routes<C>): void {
  const { affiliate } = api
  routes.on(affiliate.status, (ctx) => readAffiliate(ctx))
  routes.on(affiliate.chooseCode, async (ctx, { body }) => {
    await chooseReferralCode(ctx, body.code)
    return readAffiliate(ctx)
  })
  routes.on(affiliate.stats, (ctx, { query }) => readStats(ctx, query))
  routes.on(affiliate.referrals, (ctx, { query }) => listReferrals(ctx, query))
  routes.on(affiliate.payouts, (ctx, { query }) => listCommissionPayouts(ctx, query))
  routes.on(affiliate.appeal, (ctx, { params, body }) =>
    appealReferral(ctx, { number: params.number, text: body.text }),
  )
  routes.on(affiliate.click, (ctx, { body, header, address }) =>
    recordClick(ctx, body, {
      address,
      userAgent: header('user-agent'),
      doNotTrack: header('dnt'),
      globalPrivacyControl: header('sec-gpc'),
    }),
  )
  routes.on(affiliate.refer, async (ctx, { body, address }) => {
    await refer(ctx, body, address)
    return {}
  })
  routes.on(affiliate.appealReview, (ctx, { params, body }) =>
    appealReview(ctx, { rule: params.rule, text: body.text }),
  )
  routes.on(affiliate.accountReviews, (ctx, { query }) => listAccountReviews(ctx, query))
  routes.on(affiliate.decideOnAccount, (ctx, { params, body }) =>
    decideOnAccount(ctx, { accountId: params.account_id, rule: params.rule }, body),
  )
  routes.on(affiliate.terms, (ctx) => readTerms(ctx))
  routes.on(affiliate.changeTerms, (ctx, { body }) => changeTerms(ctx, body))
  routes.on(affiliate.review, (ctx, { query }) => listForReview(ctx, query))
  routes.on(affiliate.decide, (ctx, { params, body }) => decideOnReferral(ctx, params.id, body))
}
