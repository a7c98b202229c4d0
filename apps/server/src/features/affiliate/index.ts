export { affiliateActivated, affiliateCommissionBooked, affiliateSignedUp } from './events.ts'
export { highestShare } from './commissions/highest-share.ts'
export { affiliateFeature } from './feature.ts'
export {
  countReferredWhoSpent,
  doubtOf,
  type ReferralPeriod,
  readReferralFacts,
  referredBelow,
  referrersAbove,
} from './referrals/referral-facts-store.ts'
