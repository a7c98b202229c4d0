import type { MicroUsd } from '@gridloom/contract/core/values'

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
