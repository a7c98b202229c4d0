export { instancesFeature } from './feature.ts'
