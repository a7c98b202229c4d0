export { billingCountryOf } from './billing-details-store.ts'
export { invoicesFeature } from './feature.ts'
export { dateWords } from './pdf/words.ts'
export { receiptParties } from './receipt-parties.ts'
