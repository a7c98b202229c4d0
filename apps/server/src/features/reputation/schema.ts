import type { AccountId, InstanceId, MachineId, ReviewId } from '@gridloom/contract/core/ids'
import type { Evidence, EvidenceCause, EvidenceKind } from '@gridloom/contract/reputation/evidence'
import type { TrustScore } from '@gridloom/contract/reputation/trust'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** A jsonb column: read as a value, written as text. */
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>

export interface EvidenceTable {
  machine_id: MachineId
  number: number
  kind: EvidenceKind
  at: Date
  value: number
  cause: EvidenceCause | null
  figure: NullableJson<NonNullable<Evidence['figure']>>
  party_digest: string | null
  party_own: boolean | null
  party_other_providers: number | null
  withdraws: number | null
  source: string
  previous: string
  hash: string
  signature: string
  recorded_at: Date
}

export interface ReviewsTable {
  id: ReviewId
  instance_id: InstanceId
  machine_id: MachineId
  /** `null`: its account is closed. */
  account_id: AccountId | null
  rating: number
  text: string
  rented_hours: number
  created_at: Date
  edited_at: Defaulted<Date | null>
  answer: Defaulted<string | null>
  answered_at: Defaulted<Date | null>
  hidden_at: Defaulted<Date | null>
  counted_at: Defaulted<Date | null>
  /** The number of its last fact. */
  fact_number: Defaulted<number | null>
}
export type ReviewRow = Selectable<ReviewsTable>

/** Why a machine measures itself for its score. */
export type MeasurementReason = 'random' | 'appeal' | 'rental'

/** The tables of this feature. A type, as Kysely requires. */
export type ReputationTables = {
  reputation_machines: {
    machine_id: MachineId
    last_number: Generated<number>
    last_hash: string
    anchor_number: Generated<number>
    anchor_hash: string
    trust: NullableJson<TrustScore>
    score: Defaulted<number | null>
    computed_at: Defaulted<Date | null>
    computed_number: Generated<number>
    inherits: Defaulted<MachineId[] | null>
  }
  reputation_evidence: EvidenceTable
  reputation_uptime: {
    machine_id: MachineId
    day: string
    online_ms: number
    counted_ms: number
    through: Date
  }
  reputation_measurements: {
    machine_id: MachineId
    reason: MeasurementReason
    asked_at: Date
    begun_at: Defaulted<Date | null>
  }
  reputation_gpu_checks: {
    instance_id: InstanceId
    machine_id: MachineId
    asked_at: Date
    begun_at: Defaulted<Date | null>
  }
  reviews: ReviewsTable
}
