export { receiptsFeature } from './feature.ts'
