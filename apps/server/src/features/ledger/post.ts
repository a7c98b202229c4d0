import type { TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { TransactionKind } from '@gridloom/contract/ledger/statement'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { LedgerAccount, Purpose } from './ledger-accounts.ts'
import { insertEntries, insertTransactions } from './posting-store.ts'

/** The context of posting: IDs and the time. */
export type LedgerCtx = Pick<Ctx, 'ids' | 'clock'>

/** One movement of money: what leaves accounts (below zero) and what comes to others. */
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
 * Writes a movement in the caller's transaction. `null` when the key was used before: then nothing is
 * written. The database refuses at commit what does not balance, and at once what would fall below zero.
 */
export async function post(
  ctx: LedgerCtx,
  tx: Tx,
  posting: Posting,
): Promise<TransactionId | null> {
  const [id] = await postAll(ctx, tx, [posting])
  return id ?? null
}

/** As {@link post}, of many movements in as many statements as of one; their ids stand in the order of the postings. */
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
