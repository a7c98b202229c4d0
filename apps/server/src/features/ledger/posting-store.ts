import {
  type AccountId,
  InferenceTabId,
  RenderJobId,
  type TransactionId,
} from '@gridloom/contract/ids'
import type { TransactionKind } from '@gridloom/contract/ledger'
import type { MicroUsd } from '@gridloom/contract/values'
import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import { inLockOrder, type LedgerAccount, type Purpose } from './ledger-accounts.ts'
import type { LedgerAccountKind, LedgerTables } from './schema.ts'

/** A ledger account's balance, read under a lock that lasts until the transaction ends. */
export interface LockedBalance {
  readonly ownerAccountId: string | null
  readonly balanceMicroUsd: MicroUsd
}

export interface TransactionRow {
  readonly id: TransactionId
  readonly key: string
  readonly kind: TransactionKind
  readonly text: string
  readonly purpose: Purpose | null
  readonly at: Date
}

/** Opens a ledger account at zero; one that is open stays as it is. */
export async function insertLedgerAccount(
  tx: Tx,
  account: LedgerAccount,
  owner: AccountId | null,
): Promise<void> {
  await tables(tx)
    .insertInto('ledger_accounts')
    .values({ ...account, owner_account_id: owner, balance_micro_usd: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Locks the row, so that what is decided on its balance still holds when it is posted. */
export async function lockBalance(
  tx: Tx,
  account: LedgerAccount,
): Promise<LockedBalance | undefined> {
  const row = await tables(tx)
    .selectFrom('ledger_accounts')
    .select(['owner_account_id', 'balance_micro_usd'])
    .where('id', '=', account.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { ownerAccountId: row.owner_account_id, balanceMicroUsd: row.balance_micro_usd ?? 0 }
}

/** What an account owns of the given kinds, locked in the one order in which every posting locks. */
export async function lockOwned(
  tx: Tx,
  owner: AccountId,
  kinds: readonly LedgerAccountKind[],
): Promise<{ account: LedgerAccount; balanceMicroUsd: MicroUsd }[]> {
  const accounts = await tables(tx)
    .selectFrom('ledger_accounts')
    .select(['id', 'kind'])
    .where('owner_account_id', '=', owner)
    .where('kind', 'in', [...kinds])
    .execute()
  const locked: { account: LedgerAccount; balanceMicroUsd: MicroUsd }[] = []
  for (const account of accounts.toSorted(inLockOrder)) {
    const balance = await lockBalance(tx, account)
    locked.push({ account, balanceMicroUsd: balance?.balanceMicroUsd ?? 0 })
  }
  return locked
}

/** Whose a ledger account is, without locking it: an owner never changes. */
export async function readOwner(tx: Tx, account: LedgerAccount): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom('ledger_accounts')
    .select('owner_account_id')
    .where('id', '=', account.id)
    .executeTakeFirst()
  return row?.owner_account_id ?? undefined
}

/** Whether a transaction with this key is written, as far as this database transaction can see. */
export async function isKeyUsed(tx: Tx, key: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('ledger_transactions')
    .select('id')
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes the transaction unless its key is used; says which. Waits for another writer of the same key. */
export async function insertTransaction(
  tx: Tx,
  transaction: TransactionRow,
): Promise<'written' | 'known'> {
  const row = await tables(tx)
    .insertInto('ledger_transactions')
    .values({
      id: transaction.id,
      idempotency_key: transaction.key,
      kind: transaction.kind,
      text: transaction.text,
      ...purposeColumns(transaction.purpose),
      created_at: transaction.at,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? 'known' : 'written'
}

function purposeColumns(purpose: Purpose | null) {
  const isRendering = RenderJobId.safeParse(purpose).success
  const isTab = InferenceTabId.safeParse(purpose).success
  return {
    instance_id: isRendering || isTab ? null : purpose,
    render_job_id: isRendering ? purpose : null,
    tab_id: isTab ? purpose : null,
  }
}

/** Writes entries in the order given, which is the order in which their accounts are locked. */
export async function insertEntries(
  tx: Tx,
  id: TransactionId,
  entries: readonly { account: LedgerAccount; microUsd: MicroUsd }[],
): Promise<void> {
  await tables(tx)
    .insertInto('ledger_entries')
    .values(
      entries.map(({ account, microUsd }) => ({
        transaction_id: id,
        ledger_account_id: account.id,
        amount_micro_usd: microUsd,
      })),
    )
    .execute()
}

/** What a used key did to one ledger account, to tell a repetition from another request. */
export async function readPosted(tx: Tx, key: string, account: LedgerAccount) {
  return tables(tx)
    .selectFrom('ledger_transactions as t')
    .leftJoin('ledger_entries as e', (join) =>
      join.onRef('e.transaction_id', '=', 't.id').on('e.ledger_account_id', '=', account.id),
    )
    .select(['t.text', 'e.amount_micro_usd as microUsd'])
    .where('t.idempotency_key', '=', key)
    .executeTakeFirst()
}

/** What an interval with this key was charged, or nothing when there is none. */
export async function readInterval(tx: Tx, key: string): Promise<MicroUsd | undefined> {
  const row = await tables(tx)
    .selectFrom('usage_intervals')
    .select('micro_usd')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.micro_usd
}

export async function insertInterval(
  tx: Tx,
  interval: Insertable<LedgerTables['usage_intervals']>,
): Promise<void> {
  await tables(tx).insertInto('usage_intervals').values(interval).execute()
}

function tables(tx: Tx) {
  return tx.db.withTables<LedgerTables>()
}
