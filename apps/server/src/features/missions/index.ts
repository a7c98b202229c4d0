export { missionClaimDecided, missionClaimed } from './events.ts'
export { missionsFeature } from './feature.ts'
