import type {
  AccountId,
  InstanceId,
  MachineId,
  OfferAlertId,
  OfferId,
  QuoteId,
  ReservationId,
  SavedSearchId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import type { OfferFilters, OfferKind } from '@gridloom/contract/market/offer-filters'
import type { SearchChannel } from '@gridloom/contract/market/saved-search'
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
  /** The fields below are `null` where they are unknown. */
  compute_capability: string | null
  cuda: string | null
  driver: string | null
  pcie_gen: number | null
  pcie_lanes: number | null
  nvlink_gb_s: number | null
  gpu_clock_mhz: number | null
  gpu_power_w: number | null
  /** Measured, of the slowest GPU of the offer. */
  gpu_tflops_fp32: Defaulted<number | null>
  gpu_memory_bandwidth_gb_s: Defaulted<number | null>
  arch: string | null
  os: string | null
  disk_read_mb_s: number | null
  disk_write_mb_s: number | null
  cpu_single_score: number | null
  memory_bandwidth_mb_s: number | null
  network_up_mbps: number | null
  network_rtt_ms: number | null
  country: string | null
  can_volumes: boolean | null
  can_snapshots: boolean | null
  can_clusters: boolean | null
  /** As of the last full hour, as the next one. */
  uptime_percent: number | null
  /** The median of the machine's last starts. */
  ready_s: number | null
  /** The lowest bid for a slot with its memory, at most its price; `null`: bids are not accepted. */
  min_bid_micro_usd_per_hour: Defaulted<number | null>
  /** What bids pay since the last clearing. */
  bid_price_micro_usd_per_hour: Defaulted<number | null>
  bids_cleared_at: Defaulted<Date | null>
  /** Slots of interruptible instances: `slots_free` counts them too, as orders at the full price may take them. */
  slots_bid: Defaulted<number>
  /** The trust score of its machine; `null`: new. */
  trust_score: Defaulted<number | null>
}
export type OfferRow = Selectable<OffersTable>

export interface SlotsTable {
  offer_id: OfferId
  slot: number
  machine_id: MachineId
  gpu_uuid: string | null
  instance_id: InstanceId | null
  reservation_id: Defaulted<ReservationId | null>
  retired: Defaulted<boolean>
  /** The instance that still runs on it, for which `instance_id` waits. */
  vacating_instance_id: Defaulted<InstanceId | null>
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
  reservation_id: Defaulted<ReservationId | null>
}
export type QuoteRow = Selectable<QuotesTable>

/** An account that waits for an offer, or for any that passes the filters. */
export interface OfferAlertsTable {
  id: OfferAlertId
  account_id: AccountId
  offer_id: OfferId | null
  filters: ColumnType<OfferFilters, string, string>
  created_at: Date
  expires_at: Date
  sent_at: Defaulted<Date | null>
  sent_offer_id: Defaulted<OfferId | null>
}
/** A query with a name, whose account is told of offers that begin to match. */
export interface SavedSearchesTable {
  id: SavedSearchId
  account_id: AccountId
  name: string
  query: string
  filters: ColumnType<OfferFilters, string, string>
  channels: SearchChannel[]
  paused: Defaulted<boolean>
  created_at: Date
  last_sent_at: Defaulted<Date | null>
}
export type SavedSearchRow = Selectable<SavedSearchesTable>

export type OfferAlertRow = Selectable<OfferAlertsTable>

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
    /** When its slots were last taken; `null` for rentals older than this column. */
    taken_at: Defaulted<Date | null>
    /** The most that its renter pays for a slot with its memory; `null`: on demand. */
    bid_micro_usd_per_hour: Defaulted<number | null>
    /** When the bid was placed, or changed. */
    bid_at: Defaulted<Date | null>
    /** Since when its slots are for another instance. */
    interrupted_at: Defaulted<Date | null>
  }
  /** The price of an offer at the end of each day on which it changed. */
  offer_price_days: { offer_id: OfferId; day: string; micro_usd_per_hour: number }
  quotes: QuotesTable
  offer_alerts: OfferAlertsTable
  saved_searches: SavedSearchesTable
  /** Offers that matched a search: told already, or waiting for its next message. */
  saved_search_matches: {
    search_id: SavedSearchId
    offer_id: OfferId
    matched_at: Date
    told: boolean
  }
  /** The disk of a machine that volumes have. */
  disk_reservations: { volume_id: VolumeId; machine_id: MachineId; disk_gb: number }
  /** Offers that became free, or cheaper, since the last round of alerts. */
  freed_offers: { offer_id: OfferId }
  /** The prices over all offers, once an hour. */
  market_prices: {
    kind: OfferKind
    hour: Date
    lowest_micro_usd_per_hour: number
    median_micro_usd_per_hour: number
    offers: number
  }
}
