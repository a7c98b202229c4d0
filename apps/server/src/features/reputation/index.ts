export { reputationFeature } from './feature.ts'
