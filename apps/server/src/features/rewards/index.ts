export { rewardsFeature } from './feature.ts'
export { giveReward } from './give-reward.ts'
export { sumRewards } from './rewards-store.ts'
