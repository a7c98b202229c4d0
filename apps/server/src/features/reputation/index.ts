export type { ReputationAdapters } from './ctx.ts'
export { reputationFeature } from './feature.ts'
export { readProviderScore } from './score/read-provider-score.ts'
export { listScores } from './score/scores-store.ts'
