import type { MissionClaim, ReviewedClaim } from '@gridloom/contract/missions/mission'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import { isOpen, type ListedClaim } from './claims-store.ts'

/** A claim as its account reads it. */
export function claimView(row: ListedClaim): MissionClaim {
  const { id, mission_id, title, period, state, held_reason, decision_text } = row
  const { lost_posts, reward_claimed } = row
  return {
    ...{ id, mission_id, title, period, state, held_reason, decision_text },
    ...{ lost_posts, reward_claimed, appealed_at: isoOrNull(row.appealed_at) },
    reward_micro_usd: row.micro_usd,
    reward_points: row.points,
    claimed_at: row.claimed_at.toISOString(),
  }
}

/** The operators that must release a reward. `twoAbove`: the reward above which there are two. */
export function releasesNeeded({ micro_usd }: { micro_usd: number }, twoAbove: number): number {
  return micro_usd > twoAbove ? 2 : 1
}

/** A claim as the operator decides on it. */
export function reviewedView(row: ListedClaim, twoAbove: number): ReviewedClaim {
  return {
    ...claimView(row),
    ...{ account_id: row.account_id, email: row.email, evidence: row.evidence },
    releases: row.released_by.length,
    releases_needed: releasesNeeded(row, twoAbove),
    ...{ appeal_text: row.appeal_text, open: isOpen(row) },
    recovered_micro_usd: row.recovered_micro_usd,
  }
}
