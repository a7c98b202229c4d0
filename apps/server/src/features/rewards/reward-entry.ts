import type { RewardEntry } from '@gridloom/contract/rewards/reward'
import { rewardState } from '@gridloom/domain/rewards/reward-state'
import type { RewardRow } from './schema.ts'

/** A reward as its account reads it. */
export function rewardEntry(row: RewardRow, now: Date): RewardEntry {
  return {
    transaction_id: row.transaction_id,
    kind: 'reward',
    state: rewardState(
      {
        ...{ payableAt: row.payable_at, claimedAt: row.claimed_at },
        ...{ takenBackAt: row.taken_back_at, heldAt: row.held_at },
      },
      now,
    ),
    text: row.text,
    micro_usd: row.micro_usd,
    at: row.created_at.toISOString(),
    payable_at: row.payable_at.toISOString(),
    claimed_at: row.claimed_at?.toISOString() ?? null,
  }
}
