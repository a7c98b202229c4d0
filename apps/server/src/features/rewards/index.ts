export { rewardsFeature } from './feature.ts'
export { giveReward } from './give-reward.ts'
export { selectRewardsOf, sumRewards } from './rewards-store.ts'
export { takeBackReward } from './take-back-reward.ts'
