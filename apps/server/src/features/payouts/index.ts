export { payoutsFeature } from './feature.ts'
