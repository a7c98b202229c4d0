export type { ReputationAdapters } from './ctx.ts'
export { reputationFeature } from './feature.ts'
