export { promoCodesFeature } from './feature.ts'
