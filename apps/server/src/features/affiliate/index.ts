export { affiliateActivated, affiliateSignedUp } from './events.ts'
export { affiliateFeature } from './feature.ts'
export { referralCodes } from './referrals/referral-codes.ts'
