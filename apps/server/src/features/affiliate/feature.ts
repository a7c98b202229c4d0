import type { Feature } from '../../platform/feature.ts'
import { createClickWriter } from './clicks/click-writer.ts'
import { tidyClicks } from './clicks/tidy-clicks.ts'
import { bookCommissions } from './commissions/book-commissions.ts'
import type { AffiliateAdapters, AffiliateCtx } from './ctx.ts'
import { affiliateActivated, affiliateCommissionBooked, affiliateSignedUp } from './events.ts'
import { affiliatePersonalData } from './personal-data-store.ts'
import { referralCodes } from './referrals/referral-codes.ts'
import { reviewAllVisits, reviewPosts } from './reviews/review-accounts.ts'
import { affiliateRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The sign-ups or the commission of an affiliate; the subject is a referral or a reward. */
    affiliate: 'transient'
  }
}

/** The affiliate programme: referral codes, clicks on their links, referrals, and commission on the platform's fees. */
export const affiliateFeature: Feature<AffiliateCtx, AffiliateAdapters> = {
  name: 'affiliate',
  services: ({ db }) => ({ adapters: { clickWriter: createClickWriter(db), referralCodes } }),
  routes: (routes) => affiliateRoutes(routes),
  scheduled: [
    {
      name: 'book-commissions',
      schedule: { every: 'day', hour: 1, minute: 25 },
      run: bookCommissions,
    },
    { name: 'review-visits', schedule: { every: 'hour', minute: 12 }, run: reviewAllVisits },
    { name: 'review-posts', schedule: { every: 'day', hour: 1, minute: 5 }, run: reviewPosts },
    { name: 'tidy-affiliate-clicks', schedule: { every: 'hour', minute: 27 }, run: tidyClicks },
  ],
  events: [affiliateSignedUp, affiliateActivated, affiliateCommissionBooked],
  topics: {
    affiliate: { scope: 'affiliate:read', show: async () => ({ event: 'affiliate', data: {} }) },
  },
  personalData: affiliatePersonalData,
}
