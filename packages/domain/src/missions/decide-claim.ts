import type { ClaimDecision, MissionClaimState } from '@gridloom/contract/missions/mission'

/** A claim, as far as a decision on it depends on it. */
export interface DecidedClaim {
  readonly state: MissionClaimState
  /** Operators that released it, while it needs more of them. */
  readonly releasedBy: readonly string[]
  readonly rejectedBy: string | null
  readonly isAppealed: boolean
  /** Whether an operator decided after the appeal. */
  readonly isAppealDecided: boolean
}

/**
 * What a decision does. `count_release`: another operator must release it, too. `pay_after_appeal`: what the rejection
 * took is given again. `uphold`: the rejection stays, for good.
 */
export type ClaimStep =
  | 'count_release'
  | 'pay'
  | 'reject'
  | 'pay_after_appeal'
  | 'uphold'
  | 'take_back'

/**
 * Decides what an operator's decision does.
 *
 * ```
 *              doubtful           release
 *   claimed ──────────────▶ held ──────────▶ paid ──take back──▶ taken_back
 *      │                    │  ▲              │ ▲
 *      │                    │  └──a post went─┘ │
 *      │                    └─reject─▶ rejected─┘ after an appeal, released by another operator
 *      └─────────────────────────────────────▶ paid
 * ```
 *
 * `refused`: why it cannot be decided so, as the state that is in the way.
 */
export function claimStep(
  claim: DecidedClaim,
  {
    decision,
    operator,
    releasesNeeded,
  }: {
    readonly decision: ClaimDecision['decision']
    readonly operator: string
    readonly releasesNeeded: number
  },
): { step: ClaimStep } | { refused: string } {
  const { state, releasedBy } = claim
  if (decision === 'take_back') return state === 'paid' ? { step: 'take_back' } : { refused: state }
  const isReview = state === 'rejected' && claim.isAppealed && !claim.isAppealDecided
  if (state !== 'held' && !isReview) return { refused: state }
  if (isReview && claim.rejectedBy === operator) return { refused: 'rejected by you' }
  if (decision === 'reject') return { step: isReview ? 'uphold' : 'reject' }
  if (releasedBy.includes(operator)) return { refused: 'released by you' }
  if (releasedBy.length + 1 < releasesNeeded) return { step: 'count_release' }
  return { step: isReview ? 'pay_after_appeal' : 'pay' }
}
