import type { AccountId, DepositId } from '@gridloom/contract/core/ids'
import type { DepositDecision } from '@gridloom/domain/deposits/decide-deposit'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { DepositRow, DepositTables } from './schema.ts'

const rowsPerInsert = 2_000

/**
 * Stores transfers as seen. One that is stored stays as it is, unless its block left the chain, or another block turned
 * out to hold it.
 */
export async function upsertDeposits(
  { db }: Tx,
  rows: readonly Insertable<DepositTables['deposits']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await upsertSome(db, rows.slice(from, from + rowsPerInsert))
}

/** One parameter a column: a statement of one a value is as long as its rows, and parsed anew for each number of them. */
async function upsertSome(
  db: Db,
  rows: readonly Insertable<DepositTables['deposits']>[],
): Promise<void> {
  await sql`insert into deposits (id, chain_id, tx_hash, token, address, quote, ordinal, account_id, from_address,
      block_height, block_hash, amount, state, seen_at)
    select * from unnest(
      ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ chain_id }) => chain_id)}::bigint[],
      ${rows.map(({ tx_hash }) => tx_hash)}::text[],
      ${rows.map(({ token }) => token)}::text[],
      ${rows.map(({ address }) => address)}::text[],
      ${rows.map(({ quote }) => quote ?? null)}::text[],
      ${rows.map(({ ordinal }) => ordinal)}::integer[],
      ${rows.map(({ account_id }) => account_id)}::text[],
      ${rows.map(({ from_address }) => from_address)}::text[],
      ${rows.map(({ block_height }) => block_height)}::bigint[],
      ${rows.map(({ block_hash }) => block_hash)}::text[],
      ${rows.map(({ amount }) => amount)}::numeric[],
      ${rows.map(({ state }) => state)}::text[],
      ${rows.map(({ seen_at }) => seen_at.toISOString())}::timestamptz[])
    on conflict (chain_id, tx_hash, token, address, quote, ordinal) do update set
      state = 'seen', block_height = excluded.block_height, block_hash = excluded.block_hash,
      amount = excluded.amount, from_address = excluded.from_address
    where deposits.state = 'orphaned' or (deposits.state in ('seen', 'confirming')
      and (deposits.block_hash, deposits.amount, deposits.from_address)
          <> (excluded.block_hash, excluded.amount, excluded.from_address))`.execute(db)
}

/** Deposits of blocks that others follow are confirming. */
export async function markConfirming({ db }: Tx, chainId: number, head: number): Promise<void> {
  await tables(db)
    .updateTable('deposits')
    .set({ state: 'confirming' })
    .where('chain_id', '=', chainId)
    .where('state', '=', 'seen')
    .where('block_height', '<', head)
    .execute()
}

/** The accounts whose pages show deposits of a chain that are not decided. */
export async function selectWaiting(db: Db, chainId: number): Promise<AccountId[]> {
  const rows = await tables(db)
    .selectFrom('deposits')
    .select('account_id')
    .distinct()
    .where('chain_id', '=', chainId)
    .where('state', 'in', ['seen', 'confirming'])
    .limit(1_000)
    .execute()
  return rows.flatMap(({ account_id }) => account_id ?? [])
}

/** Deposits of a chain in a range of heights that are not decided, by id. */
export async function selectUndecided(
  db: Db,
  chainId: number,
  { from, to }: { from: number; to: number },
): Promise<DepositRow[]> {
  return tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('state', 'in', ['seen', 'confirming'])
    .where('block_height', '>=', from)
    .where('block_height', '<=', to)
    .orderBy('id')
    .execute()
}

/** Deposits above a height that count. */
export async function selectAbove(
  db: Db,
  chainId: number,
  height: number,
): Promise<Pick<DepositRow, 'id' | 'block_height' | 'block_hash'>[]> {
  return tables(db)
    .selectFrom('deposits')
    .select(['id', 'block_height', 'block_hash'])
    .where('chain_id', '=', chainId)
    .where('state', '<>', 'orphaned')
    .where('block_height', '>', height)
    .orderBy('id')
    .execute()
}

export async function lockDeposit(tx: Tx, id: DepositId): Promise<DepositRow | undefined> {
  return (await lockDeposits(tx, [id]))[0]
}

/** Locks deposits by id, in this order. */
export async function lockDeposits(
  { db }: Tx,
  ids: readonly DepositId[],
): Promise<readonly DepositRow[]> {
  return tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', sql<DepositId>`any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateDeposit(
  { db }: Tx,
  id: DepositId,
  change: Updateable<DepositTables['deposits']>,
): Promise<void> {
  await tables(db).updateTable('deposits').set(change).where('id', '=', id).execute()
}

/** A locked deposit with what was decided. */
export interface DecidedDeposit {
  readonly id: DepositId
  readonly decision: DepositDecision
}

/** Stores what was decided of locked deposits. */
export async function decideDeposits(
  { db }: Tx,
  decided: readonly DecidedDeposit[],
  at: Date,
): Promise<void> {
  const credited = decided.map(({ decision }) =>
    'microUsd' in decision ? decision.microUsd : null,
  )
  const rejections = decided.map(({ decision }) =>
    'rejection' in decision ? decision.rejection : null,
  )
  await sql`update deposits deposit set
      state = case when row.rejection is null then 'credited' else 'rejected' end,
      rejection = row.rejection, credited_micro_usd = row.micro_usd,
      credited_at = case when row.rejection is null then ${at}::timestamptz end
    from unnest(${decided.map(({ id }) => id)}::text[], ${credited}::bigint[], ${rejections}::text[])
      as row (id, micro_usd, rejection)
    where deposit.id = row.id`.execute(db)
}

/** Of these quotes, by code, those for which a payment is credited. */
export async function selectCreditedQuotes(
  { db }: Tx,
  codes: readonly string[],
): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('deposits')
    .select('quote')
    .where('quote', '=', sql<string>`any(${[...codes]})`)
    .where('state', '=', 'credited')
    .execute()
  return new Set(rows.flatMap(({ quote }) => quote ?? []))
}

const listMax = 200

/** Deposits of an account, newest first. */
export async function selectDeposits(db: Db, accountId: AccountId): Promise<DepositRow[]> {
  return tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listMax)
    .execute()
}

/** Deposits that were rejected or reversed, newest first. */
export async function selectForOperator(db: Db): Promise<DepositRow[]> {
  return tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where((is) => is.or([is('state', '=', 'rejected'), is('reversals', '>', 0)]))
    .orderBy('seen_at', 'desc')
    .limit(listMax)
    .execute()
}

/** The credits of all tokens, in micro-dollars, by the ledger's source (CAIP-10). */
export async function sumCredited(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ source: string; sum: number }>`
    select 'eip155:' || chain_id || ':' || token as source, sum(credited_micro_usd)::bigint as sum
    from deposits where state = 'credited' group by chain_id, token`.execute(db)
  return new Map(rows.map(({ source, sum }) => [source, sum]))
}

/** Which of these accounts are closed. */
export async function selectClosed(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  const { rows } = await sql<{ id: AccountId }>`
    select id from accounts where id = any(${[...accountIds]}) and closed_at is not null
    union all select id from companies where id = any(${[...accountIds]}) and closed_at is not null
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

function tables(db: Db) {
  return db.withTables<DepositTables>()
}
