import type {
  AccountId,
  InstanceId,
  MachineId,
  OfferId,
  QuoteId,
} from '@gridloom/contract/core/ids'
import type { OfferKind } from '@gridloom/contract/market/offer'
import type { ColumnType, Selectable } from 'kysely'

/** A column with a default in the database. */
type Defaulted<T> = ColumnType<T, T | undefined, T>

export interface OffersTable {
  id: OfferId
  machine_id: MachineId
  /** `cpu`, or `gpu:` and the model. */
  slot_group: string
  visible: boolean
  kind: OfferKind
  gpu_model: string | null
  cpu_model: string
  /** 0 means unknown, here and in the two measured figures. */
  vram_mib: number
  vcpus: number
  memory_mib: number
  disk_free_gb: number
  slots_total: number
  slots_free: number
  slot_micro_usd_per_hour: number
  memory_gib_micro_usd_per_hour: number
  disk_gb_micro_usd_per_hour: number
  stopped_disk_gb_micro_usd_per_hour: number
  price_micro_usd_per_hour: number
  /** Millions of operations per second over all threads of the machine, rounded. */
  cpu_score: number
  network_down_mbps: number
  isolated: boolean
}
export type OfferRow = Selectable<OffersTable>

export interface SlotsTable {
  offer_id: OfferId
  slot: number
  machine_id: MachineId
  gpu_uuid: string | null
  instance_id: InstanceId | null
  retired: Defaulted<boolean>
}

export interface QuotesTable {
  id: QuoteId
  account_id: AccountId
  offer_id: OfferId
  slots: number
  disk_gb: number
  running_micro_usd_per_hour: number
  stopped_micro_usd_per_hour: number
  expires_at: Date
  redeemed_at: Defaulted<Date | null>
}
export type QuoteRow = Selectable<QuotesTable>

/** The tables of this feature. A type, as Kysely requires. */
export type MarketTables = {
  offers: OffersTable
  /** Machines whose offers the next heartbeat refreshes. */
  stale_offers: { machine_id: MachineId }
  slots: SlotsTable
  rentals: {
    instance_id: InstanceId
    machine_id: MachineId
    offer_id: OfferId
    slots: number
    slots_held: boolean
    disk_gb: number
    disk_used_gb: Defaulted<number>
    micro_usd_per_hour: number
  }
  quotes: QuotesTable
}
