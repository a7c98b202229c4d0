export { mediaFeature } from './feature.ts'
