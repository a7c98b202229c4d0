export { privacyFeature } from './feature.ts'
