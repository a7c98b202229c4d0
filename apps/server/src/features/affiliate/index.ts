export { affiliateActivated, affiliateSignedUp } from './events.ts'
export { affiliateFeature } from './feature.ts'
