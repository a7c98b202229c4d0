export { depositsFeature } from './feature.ts'
