import {
  type AccountId,
  AllowanceId,
  RenderJobId,
  ReservationId,
  type TransactionId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import type { BasisPoints, MicroUsd } from '@gridloom/contract/core/values'
import type { TransactionKind } from '@gridloom/contract/ledger/statement'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Funds } from './funds.ts'
import { holdsFor, inLockOrder, type LedgerAccount, type Purpose } from './ledger-accounts.ts'
import type { LedgerAccountKind, LedgerTables } from './schema.ts'

/** A ledger account's balance, read under a lock that lasts until the transaction ends. */
export interface LockedBalance {
  readonly ownerAccountId: string | null
  readonly balanceMicroUsd: MicroUsd
  /** Whether holds ask the budget of the account. */
  readonly budgeted: boolean
}

export interface TransactionRow {
  readonly id: TransactionId
  readonly key: string
  readonly kind: TransactionKind
  readonly text: string
  readonly purpose: Purpose | null
  readonly at: Date
}

/** Opens ledger accounts at zero, in the order of their ids; open ones are unchanged. */
export async function insertLedgerAccounts(
  { db }: Tx,
  owned: readonly {
    readonly account: LedgerAccount
    readonly owner: AccountId
    readonly project?: string
  }[],
): Promise<void> {
  const sorted = owned.toSorted((one, other) => inLockOrder(one.account, other.account))
  await sql`insert into ledger_accounts (id, kind, owner_account_id, balance_micro_usd, project)
    select id, kind, owner, 0, project from unnest(
      ${sorted.map(({ account }) => account.id)}::text[],
      ${sorted.map(({ account }) => account.kind)}::text[],
      ${sorted.map(({ owner }) => owner)}::text[],
      ${sorted.map(({ project }) => project ?? null)}::text[])
      with ordinality as row (id, kind, owner, project, n)
    order by n
    on conflict (id) do nothing`.execute(db)
}

/** Opens the budget of a mission, at zero; an open one is unchanged. */
export async function insertBudget({ db }: Tx, account: LedgerAccount): Promise<void> {
  await sql`insert into ledger_accounts (id, kind, balance_micro_usd)
    values (${account.id}, ${account.kind}, 0) on conflict (id) do nothing`.execute(db)
}

/** Opens an account of the platform's own, which stores no balance; an open one is unchanged. */
export function insertPlatformAccount(tx: Tx, account: LedgerAccount): Promise<void> {
  return insertPlatformAccounts(tx, [account])
}

/** As {@link insertPlatformAccount}, for several. */
export async function insertPlatformAccounts(
  { db }: Tx,
  accounts: readonly LedgerAccount[],
): Promise<void> {
  const kinds = new Map(accounts.map(({ id, kind }) => [id, kind]))
  const sorted = [...kinds].sort(([one], [other]) => (one < other ? -1 : 1))
  await sql`insert into ledger_accounts (id, kind)
    select id, kind from unnest(${sorted.map(([id]) => id)}::text[],
      ${sorted.map(([, kind]) => kind)}::text[]) with ordinality as row (id, kind, n) order by n
    on conflict (id) do nothing`.execute(db)
}

/** The ids of those accounts of debt that are below zero, without a lock. */
export async function selectOwing(
  tx: Tx,
  debts: readonly LedgerAccount[],
): Promise<ReadonlySet<string>> {
  const rows = await tables(tx)
    .selectFrom('ledger_accounts')
    .select('id')
    .where('id', '=', sql<string>`any(${debts.map(({ id }) => id)})`)
    .where('balance_micro_usd', '<', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Locks the row, so that a decision on its balance still holds when it is posted. */
export async function lockBalance(
  tx: Tx,
  account: LedgerAccount,
): Promise<LockedBalance | undefined> {
  return (await lockBalances(tx, [account])).get(account.id)
}

/** Locks several accounts by ID, in this order. */
export async function lockBalances(
  tx: Tx,
  accounts: readonly LedgerAccount[],
): Promise<Map<string, LockedBalance>> {
  const rows = await tables(tx)
    .selectFrom('ledger_accounts')
    .select(['id', 'owner_account_id', 'balance_micro_usd', 'budgeted'])
    .where('id', '=', sql<string>`any(${accounts.map(({ id }) => id)})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ownerAccountId: row.owner_account_id,
        balanceMicroUsd: row.balance_micro_usd ?? 0,
        budgeted: row.budgeted,
      },
    ]),
  )
}

/** A hold in its two parts, read under a lock that lasts until the transaction ends. */
export interface LockedHold extends Funds {
  readonly ownerAccountId: string
  /** The party of the owner, while part of the hold is welcome credit; else empty. */
  readonly party: readonly string[]
  /** The platform fee of what is captured: the one in force when the hold was opened. */
  readonly fee: BasisPoints
}

/** Locks the holds for purposes, in the order of their ledger accounts; one that was never opened is missing. */
export async function lockHolds(
  { db }: Tx,
  purposes: readonly Purpose[],
): Promise<Map<Purpose, LockedHold>> {
  const { rows } = await sql<HoldRow>`
    select id, owner_account_id as owner, balance_micro_usd as balance,
      coalesce(fee_basis_points, 0) as fee,
      case when kind = 'welcome_held' and balance_micro_usd > 0
        then ledger_party_of(owner_account_id) else '{}' end as party
    from ledger_accounts
    where id = any(${purposes.flatMap((purpose) => holdsFor(purpose).map(({ id }) => id))})
    order by id for no key update`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const holds = new Map<Purpose, LockedHold>()
  for (const purpose of purposes) {
    const [paid, welcome] = holdsFor(purpose).map(({ id }) => byId.get(id))
    if (paid === undefined) continue
    holds.set(purpose, {
      ownerAccountId: paid.owner,
      paid: paid.balance,
      welcome: welcome?.balance ?? 0,
      party: welcome?.party ?? [],
      fee: paid.fee,
    })
  }
  return holds
}

interface HoldRow {
  id: string
  owner: string
  balance: number
  party: string[]
  fee: BasisPoints
}

/** Locks an account's ledger accounts of the given kinds, in the order that every posting uses. */
export async function lockLedgerAccounts(
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

/** Returns the owner of a ledger account, without a lock: it never changes. */
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

/** Writes transactions whose keys are new, and returns their ids. Waits for a concurrent writer of the same key. */
export async function insertTransactions(
  { db }: Tx,
  rows: readonly TransactionRow[],
): Promise<Set<TransactionId>> {
  const purposes = rows.map(({ purpose }) => purposeColumns(purpose))
  const written = await sql<{ id: TransactionId }>`
    insert into ledger_transactions (id, idempotency_key, kind, text, instance_id, render_job_id,
      allowance_id, volume_id, reservation_id, created_at)
    select * from unnest(
      ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ text }) => text)}::text[],
      ${purposes.map(({ instance_id: id }) => id)}::text[],
      ${purposes.map(({ render_job_id: id }) => id)}::text[],
      ${purposes.map(({ allowance_id: id }) => id)}::text[],
      ${purposes.map(({ volume_id: id }) => id)}::text[],
      ${purposes.map(({ reservation_id: id }) => id)}::text[],
      ${rows.map(({ at }) => at.toISOString())}::timestamptz[])
    on conflict (idempotency_key) do nothing
    returning id`.execute(db)
  return new Set(written.rows.map(({ id }) => id))
}

function purposeColumns(purpose: Purpose | null) {
  const isRendering = RenderJobId.safeParse(purpose).success
  const isAllowance = AllowanceId.safeParse(purpose).success
  const isVolume = VolumeId.safeParse(purpose).success
  const isReservation = ReservationId.safeParse(purpose).success
  return {
    instance_id: isRendering || isAllowance || isVolume || isReservation ? null : purpose,
    render_job_id: isRendering ? purpose : null,
    allowance_id: isAllowance ? purpose : null,
    volume_id: isVolume ? purpose : null,
    reservation_id: isReservation ? purpose : null,
  }
}

/** The entry of one transaction on one ledger account. */
export interface EntryRow {
  readonly transactionId: TransactionId
  readonly account: LedgerAccount
  readonly microUsd: MicroUsd
}

/** Writes entries in the order in which their accounts are locked. */
export async function insertEntries({ db }: Tx, entries: readonly EntryRow[]): Promise<void> {
  const sorted = entries.toSorted((one, other) => inLockOrder(one.account, other.account))
  await sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
    select transaction_id, account_id, micro_usd from unnest(
      ${sorted.map(({ transactionId }) => transactionId)}::text[],
      ${sorted.map(({ account }) => account.id)}::text[],
      ${sorted.map(({ microUsd }) => microUsd)}::bigint[])
      with ordinality as row (transaction_id, account_id, micro_usd, n)
    order by n`.execute(db)
}

/** Returns the effect of a used key on one ledger account, to distinguish a retry from another request. */
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

/** Returns the charge of the interval with this key; `undefined` when there is none. */
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
