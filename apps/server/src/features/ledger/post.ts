import type { TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { TransactionKind } from '@gridloom/contract/ledger/statement'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { LedgerAccount, Purpose } from './ledger-accounts.ts'
import { insertEntries, insertTransactions } from './posting-store.ts'

/** The context of posting: IDs and the time. */
export type LedgerCtx = Pick<Ctx, 'ids' | 'clock'>

/** One ledger transaction: entries below zero debit accounts, entries above zero credit them. */
export interface Posting {
  readonly kind: TransactionKind
  /** Names the event that moved the money. The same key moves it once. */
  readonly key: string
  readonly text: string
  /** The resource of the hold; `null` where the entry concerns the account alone. */
  readonly purpose: Purpose | null
  readonly entries: readonly { readonly account: LedgerAccount; readonly microUsd: MicroUsd }[]
}

/**
 * Writes a transaction within the caller's database transaction. Returns `null`, and writes nothing, when the key was
 * used before. The database rejects an unbalanced transaction at commit, and a balance below zero at once.
 */
export async function post(
  ctx: LedgerCtx,
  tx: Tx,
  posting: Posting,
): Promise<TransactionId | null> {
  const [id] = await postAll(ctx, tx, [posting])
  return id ?? null
}

/**
 * As {@link post}, for many transactions in as many statements as for one; returns ids in the order of the postings.
 */
export async function postAll(
  ctx: LedgerCtx,
  tx: Tx,
  postings: readonly Posting[],
): Promise<(TransactionId | null)[]> {
  const at = ctx.clock.now()
  const rows = postings.map((posting) => ({ ...posting, id: ctx.ids.mint('transaction'), at }))
  const written = await insertTransactions(tx, rows)
  const entries = rows
    .filter(({ id }) => written.has(id))
    .flatMap(({ id: transactionId, entries }) =>
      entries
        .filter(({ microUsd }) => microUsd !== 0)
        .map((entry) => ({ ...entry, transactionId })),
    )
  await insertEntries(tx, entries)
  return rows.map(({ id }) => (written.has(id) ? id : null))
}
