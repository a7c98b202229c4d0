import type { MissionClaim, ReviewedClaim } from '@gridloom/contract/missions/mission'
import type { ListedClaim } from './claims-store.ts'

/** A claim as its account reads it. */
export function claimView(row: ListedClaim): MissionClaim {
  const { id, mission_id, title, period, state, held_reason, decision_text } = row
  return {
    ...{ id, mission_id, title, period, state, held_reason, decision_text },
    reward_micro_usd: row.micro_usd,
    claimed_at: row.claimed_at.toISOString(),
  }
}

/** A claim as the operator decides on it. `twoAbove`: the reward above which two releases are needed. */
export function reviewedView(row: ListedClaim, twoAbove: number): ReviewedClaim {
  return {
    ...claimView(row),
    ...{ account_id: row.account_id, email: row.email, evidence: row.evidence },
    releases: row.released_by.length,
    releases_needed: row.micro_usd > twoAbove ? 2 : 1,
  }
}
