import { z } from 'zod'
import { ReconciliationId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** What is compared. */
export const LedgerCheckKind = z.enum([
  'transaction_sum',
  'account_balance',
  'negative_balance',
  'captured_usage',
  'receipt_chain',
  'outside_assets',
])
export type LedgerCheckKind = z.infer<typeof LedgerCheckKind>

/** One place where two records of the same money differ. */
export const LedgerDifference = z.strictObject({
  check: LedgerCheckKind,
  /** The id of the transaction, ledger account, instance or source. */
  subject: z.string(),
  /** How much too high (or, below zero, too low) the checked record is; 0: it differs in something other than money. */
  off_micro_usd: z.int(),
})
export type LedgerDifference = z.infer<typeof LedgerDifference>

/** What the ledger says is in one place outside, and what that place reports. */
export const OutsideAssetsCheck = z.strictObject({
  source: z.string(),
  name: z.string(),
  ledger_micro_usd: MicroUsd,
  /** `null`: it could not be read. */
  reported_micro_usd: MicroUsd.nullable(),
  reported_at: Timestamp.nullable(),
})
export type OutsideAssetsCheck = z.infer<typeof OutsideAssetsCheck>

/** `failed`: the check could not be completed, so nothing is known. */
export const ReconciliationState = z.enum(['clean', 'differences', 'failed'])
export type ReconciliationState = z.infer<typeof ReconciliationState>

/** One run of the ledger check. */
export const Reconciliation = z.strictObject({
  id: ReconciliationId,
  trigger: z.enum(['night', 'operator']),
  state: ReconciliationState,
  started_at: Timestamp,
  took_ms: z.int(),
  transactions: z.int(),
  entries: z.int(),
  receipt_chains: z.int(),
  /** The first 100 of each check. */
  differences: z.array(LedgerDifference),
  /** Places of money outside; empty: none is configured. */
  outside: z.array(OutsideAssetsCheck),
})
export type Reconciliation = z.infer<typeof Reconciliation>

export const ReconciliationsQuery = z.strictObject({
  /** The `next_cursor` of the page before. */
  cursor: ReconciliationId.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
})
export type ReconciliationsQuery = z.infer<typeof ReconciliationsQuery>

export const ReconciliationsPage = z.strictObject({
  /** How many places of money outside are configured now. */
  outside_sources: z.int(),
  /** Newest first. */
  runs: z.array(Reconciliation),
  /** `null` on the last page. */
  next_cursor: ReconciliationId.nullable(),
})
export type ReconciliationsPage = z.infer<typeof ReconciliationsPage>
