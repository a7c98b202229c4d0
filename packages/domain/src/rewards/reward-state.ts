import type { RewardState } from '@gridloom/contract/rewards/reward'

/** Returns the state of a reward. It can be claimed from `payableAt` on. */
export function rewardState(
  {
    payableAt,
    claimedAt,
    takenBackAt,
  }: { payableAt: Date; claimedAt: Date | null; takenBackAt: Date | null },
  now: Date,
): Exclude<RewardState, 'added'> {
  if (takenBackAt !== null) return 'taken_back'
  if (claimedAt !== null) return 'claimed'
  return payableAt <= now ? 'claimable' : 'pending'
}
