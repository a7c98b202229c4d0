export { affiliateActivated, affiliateCommissionBooked, affiliateSignedUp } from './events.ts'
export { affiliateFeature } from './feature.ts'
