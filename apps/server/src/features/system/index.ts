export { systemFeature } from './feature.ts'
