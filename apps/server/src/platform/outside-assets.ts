import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Db } from './database/connect.ts'

/** What a place outside holds for the platform, in micro-dollars, and when that was read there. */
export interface Holdings {
  readonly microUsd: MicroUsd
  readonly at: Date
}

/** A place outside that holds money of the platform, such as an address on a chain or a processor of cards. */
export interface OutsideAssets<X> {
  /** As the operator reads it. */
  readonly name: string
  /** The source as the ledger names it: what follows `platform_assets:`. */
  readonly source: string
  /** Reads what is there now. Rejects when it cannot be read, or when the signal aborts. */
  readonly readHoldings: (ctx: X, signal: AbortSignal) => Promise<Holdings>
}

/**
 * A feature's own records of money outside, such as credited deposits, beside what the ledger has of it. They are read in
 * the snapshot of the ledger: what moves meanwhile is in both or in neither. Records of several features for one place,
 * such as deposits and payouts of one token, add up.
 */
export interface OutsideRecords<X> {
  /** Every place whose source begins so must be in the records. */
  readonly prefix: string
  /** The places that are configured now. */
  readonly places: (ctx: X) => readonly { readonly source: string; readonly name: string }[]
  /** What the records say is in each place, also in one that is no longer configured. */
  readonly sumBySource: (db: Db) => Promise<ReadonlyMap<string, MicroUsd>>
}
