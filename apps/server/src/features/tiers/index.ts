export { tiersFeature } from './feature.ts'
export { givePoints, takeBackPoints } from './points/give-points.ts'
export { readTier } from './points/read-tier.ts'
