import type { AccountId, GaslessPaymentId } from '@gridloom/contract/core/ids'
import type { GaslessUse } from '@gridloom/domain/deposits/gasless-limits'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { GaslessAttempt, GaslessRow, GaslessTables } from './schema.ts'

const tables = (db: Db) => db.withTables<GaslessTables>()
const listMax = 50
const openMax = 200

export async function insertPayment(
  { db }: Tx,
  row: Insertable<GaslessTables['gasless_payments']>,
): Promise<GaslessRow> {
  return tables(db)
    .insertInto('gasless_payments')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updatePayment(
  { db }: Tx,
  id: GaslessPaymentId,
  change: Updateable<GaslessTables['gasless_payments']>,
): Promise<GaslessRow> {
  return tables(db)
    .updateTable('gasless_payments')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function lockPayment({ db }: Tx, id: GaslessPaymentId): Promise<GaslessRow | undefined> {
  return tables(db)
    .selectFrom('gasless_payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** A payment of an account. */
export function selectPayment(
  db: Db,
  accountId: AccountId,
  id: GaslessPaymentId,
): Promise<GaslessRow | undefined> {
  return tables(db)
    .selectFrom('gasless_payments')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The payments of an account, newest first. */
export function selectPayments(db: Db, accountId: AccountId): Promise<GaslessRow[]> {
  return tables(db)
    .selectFrom('gasless_payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listMax)
    .execute()
}

/** Deletes what an account never signed. */
export async function deleteUnsigned({ db }: Tx, accountId: AccountId, now: Date): Promise<void> {
  await tables(db)
    .deleteFrom('gasless_payments')
    .where('account_id', '=', accountId)
    .where('state', '=', 'unsigned')
    .where('valid_until', '<', now)
    .execute()
}

/** Keeps other signatures of an account and of a payer waiting until this transaction ends. */
export async function lockSigning({ db }: Tx, accountId: AccountId, payer: string): Promise<void> {
  for (const who of [accountId, payer])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`gasless:${who}`}, 0))`.execute(db)
}

/** What an account has done since a time, and has in progress. */
export async function readUse(db: Db, accountId: AccountId, since: Date): Promise<GaslessUse> {
  const { rows } = await sql<GaslessUse>`
    select count(*) filter (where state in ('received', 'sent'))::int as "inProgress",
      count(*) filter (where signed_at > ${since})::int as "lastDay",
      count(*) filter (where signed_at > ${since} and state = 'failed')::int as "failedLastDay"
    from gasless_payments where account_id = ${accountId} and signature is not null`.execute(db)
  return rows[0] ?? { inProgress: 0, lastDay: 0, failedLastDay: 0 }
}

/** What a payer has signed of a token that has not left them yet, and how many of these are permits. */
export async function readPromised(
  db: Db,
  { chainId, token, payer }: { chainId: number; token: string; payer: string },
): Promise<{ units: bigint; permits: number }> {
  const { rows } = await sql<{ units: string; permits: number }>`
    select coalesce(sum(amount), 0)::text as units,
      count(*) filter (where method = 'permit')::int as permits
    from gasless_payments where chain_id = ${chainId} and token = ${token} and payer = ${payer}
      and state in ('received', 'sent')`.execute(db)
  return { units: BigInt(rows[0]?.units ?? 0), permits: rows[0]?.permits ?? 0 }
}

interface Sender {
  chainId: number
  relayer: string
}

/** The signed payments of a relayer whose end is not certain, oldest first. */
export function listOpen(db: Db, { chainId, relayer }: Sender): Promise<GaslessRow[]> {
  return tables(db)
    .selectFrom('gasless_payments')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('relayer', '=', relayer)
    .where('signature', 'is not', null)
    .where('settled_at', 'is', null)
    .orderBy('id')
    .limit(openMax)
    .execute()
}

export async function countOpen(db: Db, { chainId, relayer }: Sender): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from gasless_payments where chain_id = ${chainId}
      and relayer = ${relayer} and signature is not null and settled_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertAttempt({ db }: Tx, row: GaslessAttempt): Promise<void> {
  await tables(db).insertInto('gasless_transactions').values(row).execute()
}

/** The transactions of a payment with a nonce, newest first. */
export function listAttempts(
  db: Db,
  id: GaslessPaymentId,
  nonce: number,
): Promise<GaslessAttempt[]> {
  return tables(db)
    .selectFrom('gasless_transactions')
    .selectAll()
    .where('payment_id', '=', id)
    .where('nonce', '=', nonce)
    .orderBy('attempt', 'desc')
    .execute()
}

/** The newest transaction of each nonce from one on, in their order. */
export function listFrom(
  db: Db,
  { chainId, relayer, nonce }: Sender & { nonce: number },
): Promise<GaslessAttempt[]> {
  return tables(db)
    .selectFrom('gasless_transactions')
    .distinctOn('nonce')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('relayer', '=', relayer)
    .where('nonce', '>=', nonce)
    .orderBy('nonce')
    .orderBy('attempt', 'desc')
    .limit(openMax)
    .execute()
}
