export { pricesFeature } from './feature.ts'
