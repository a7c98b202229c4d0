export { selectCodes as readReferralCodes } from './codes/codes-store.ts'
export { referralCodeOf } from './codes/referral-code.ts'
export { highestShare } from './commissions/highest-share.ts'
export { affiliateActivated, affiliateCommissionBooked, affiliateSignedUp } from './events.ts'
export { affiliateFeature } from './feature.ts'
export {
  countReferredWhoSpent,
  doubtOf,
  readReferralFacts,
  referredBelow,
  referrersAbove,
} from './referrals/referral-facts-store.ts'
export { reviewVisits } from './reviews/review-visits.ts'
export { type LinkResults, selectLinkResults as linkResults } from './stats/stats-store.ts'
