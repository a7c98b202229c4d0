import type {
  AccountId,
  ApiKeyId,
  MachineId,
  OfferId,
  ReservationId,
} from '@gridloom/contract/core/ids'
import type {
  ReservationEnd,
  ReservationEndCause,
} from '@gridloom/contract/reservations/reservation'
import type { Generated, Selectable } from 'kysely'

interface ReservationsTable {
  id: ReservationId
  account_id: AccountId
  created_by: AccountId
  api_key_id: ApiKeyId | null
  machine_id: MachineId
  provider_account_id: AccountId
  offer_id: OfferId
  gpu_model: string | null
  slots: number
  days: number
  vcpus: number
  memory_mib: number
  micro_usd_per_hour: number
  day_basis_points: number
  week_basis_points: number
  month_basis_points: number
  total_micro_usd: number
  at_end: ReservationEnd
  state: 'active' | 'ended'
  end_cause: Generated<ReservationEndCause | null>
  started_at: Date
  ends_at: Date
  ended_at: Generated<Date | null>
  settled_days: Generated<number>
  refunded_days: Generated<number>
  refunded_micro_usd: Generated<number>
  /** Since when the present day is measured, and the machine's counter of time online then. */
  measured_at: Date
  measured_online_ms: number
  unusable_ms: Generated<number>
  watched_at: Date
  warned_s: Generated<number | null>
}
export type ReservationRow = Selectable<ReservationsTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type ReservationTables = {
  reservations: ReservationsTable
  reservation_lines: {
    key: string
    reservation_id: ReservationId
    /** `null`: the settlement of an early end. */
    day: number | null
    from_at: Date
    to_at: Date
    unavailable_ms: number
    micro_usd: number
    refunded_micro_usd: number
    transaction_id: string | null
  }
}
