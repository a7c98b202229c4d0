export type { ReputationAdapters } from './ctx.ts'
export { reputationFeature } from './feature.ts'
export { listScores } from './score/scores-store.ts'
