import type { AccountId } from '@gridloom/contract/core/ids'
import type { Generated, Selectable } from 'kysely'

/** What is stored: each kind is metered, charged and deleted on its own. */
export type StoredKindName = 'snapshots' | 'backups'

interface AccountStorageTable {
  account_id: AccountId
  kind: StoredKindName
  stored_bytes: Generated<number>
  /** Byte-seconds up to `metered_at` that are not charged; more than a number holds exactly. */
  owed_byte_s: Generated<string>
  metered_at: Date
  charges: Generated<number>
  /** What it costs in an hour, as of the last change or charge. */
  micro_usd_per_hour: Generated<number>
  kept_until: Generated<Date | null>
}
export type AccountStorageRow = Selectable<AccountStorageTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type StorageTables = {
  account_storage: AccountStorageTable
}
