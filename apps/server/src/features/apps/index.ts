export { appsFeature } from './feature.ts'
