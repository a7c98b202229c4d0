import type { RewardState } from '@gridloom/contract/rewards/reward'

/** Returns the state of a reward. It can be claimed from `payableAt` on. */
export function rewardState(
  {
    payableAt,
    claimedAt,
    takenBackAt,
    heldAt,
  }: { payableAt: Date; claimedAt: Date | null; takenBackAt: Date | null; heldAt: Date | null },
  now: Date,
): Exclude<RewardState, 'added'> {
  if (takenBackAt !== null) return 'taken_back'
  if (claimedAt !== null) return 'claimed'
  if (heldAt !== null) return 'held'
  return payableAt <= now ? 'claimable' : 'pending'
}
