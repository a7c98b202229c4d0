export { affiliateActivated, affiliateSignedUp } from './events.ts'
export { affiliateFeature } from './feature.ts'
export { joinReferral } from './referrals/join-referral.ts'
export { isAffiliateCode, referByCode } from './referrals/refer.ts'
