import type { TransactionId } from '@gridloom/contract/ids'
import type { TransactionKind } from '@gridloom/contract/ledger'
import type { MicroUsd } from '@gridloom/contract/values'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { inLockOrder, type LedgerAccount, type Purpose } from './ledger-accounts.ts'
import { insertEntries, insertTransaction } from './posting-store.ts'

/** What posting needs beside the transaction: ids and the time. */
export type LedgerCtx = Pick<Ctx, 'ids' | 'clock'>

/** One movement of money: what leaves accounts (below zero) and what comes to others. */
export interface Posting {
  readonly kind: TransactionKind
  /** Names the event that moved the money. The same key moves it once. */
  readonly key: string
  readonly text: string
  /** What it was held for; `null` where it concerns the account alone. */
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
  const { kind, key, text, purpose } = posting
  const id = ctx.ids.mint('transaction')
  const at = ctx.clock.now()
  if ((await insertTransaction(tx, { id, key, kind, text, purpose, at })) === 'known') return null
  const entries = posting.entries
    .filter((entry) => entry.microUsd !== 0)
    .toSorted((one, other) => inLockOrder(one.account, other.account))
  await insertEntries(tx, id, entries)
  return id
}
