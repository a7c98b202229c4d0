import type { AccountId, MissionClaimId, MissionId, RewardId } from '@gridloom/contract/core/ids'
import type {
  ClaimHeldReason,
  LostPost,
  MissionClaimState,
  MissionEdit,
  MissionSettings,
  StepProgress,
} from '@gridloom/contract/missions/mission'
import type { ColumnType, Generated, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type MissionTables = {
  missions: {
    id: MissionId
    version: Generated<number>
    starts_at: Date
    ends_at: Date
    repeat: 'once' | 'weekly'
    reward_micro_usd: number
    reward_points: Generated<number>
    claims_max: number
    claims: Generated<number>
    created_at: Date
    published_at: Generated<Date | null>
    closed_at: Generated<Date | null>
  }
  mission_versions: {
    mission_id: MissionId
    version: number
    terms: Json<MissionEdit>
    created_at: Date
  }
  mission_starts: {
    account_id: AccountId
    mission_id: MissionId
    version: number
    started_at: Date
  }
  mission_claims: {
    id: MissionClaimId
    mission_id: MissionId
    version: number
    account_id: AccountId
    period: string
    claim_until: Date
    state: MissionClaimState
    micro_usd: number
    points: Generated<number>
    evidence: Json<StepProgress[]>
    held_reason: ClaimHeldReason | null
    decision_text: Generated<string | null>
    released_by: Generated<AccountId[]>
    reward_id: RewardId | null
    lost_posts: ColumnType<LostPost[], string | undefined, string>
    reward_claimed: Generated<boolean>
    rejected_by: Generated<AccountId | null>
    recovered_micro_usd: Generated<number>
    appeal_text: Generated<string | null>
    appealed_at: Generated<Date | null>
    appeal_decided_at: Generated<Date | null>
    claimed_at: Date
  }
  mission_settings: MissionSettings & { only_row: Generated<boolean> }
}
export type MissionRow = Selectable<MissionTables['missions']>
export type ClaimRow = Selectable<MissionTables['mission_claims']>
