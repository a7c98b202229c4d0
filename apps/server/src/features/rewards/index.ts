export { rewardsFeature } from './feature.ts'
export { giveReward } from './give-reward.ts'
export { holdReward, releaseReward } from './hold-reward.ts'
export {
  lockUnclaimed as lockUnclaimedRewards,
  selectRewardsOf,
  sumRewards,
} from './rewards-store.ts'
export { takeBackReward } from './take-back-reward.ts'
