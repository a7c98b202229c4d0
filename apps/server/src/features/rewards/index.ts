export { rewardsFeature } from './feature.ts'
export { giveReward } from './give-reward.ts'
export { selectRewardsOf, sumRewards } from './rewards-store.ts'
