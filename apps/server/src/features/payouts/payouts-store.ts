import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import { openPayoutStates, sentPayoutStates } from '@gridloom/domain/payouts/payout-state'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { PayoutRow, PayoutTables } from './schema.ts'

const tables = (db: Db) => db.withTables<PayoutTables>()

/** A payout with the number of its approvals. */
export interface ShownPayout extends PayoutRow {
  readonly approvals: number
  /** How many payouts its batch has; `null`: it is in none. */
  readonly batch_payouts: number | null
}

/** `false`: the account has a payout of this week. */
export async function insertPayout(
  { db }: Tx,
  row: Insertable<PayoutTables['payouts']>,
): Promise<boolean> {
  const added = await tables(db)
    .insertInto('payouts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'week']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function lockPayout({ db }: Tx, id: PayoutId): Promise<PayoutRow | undefined> {
  return tables(db)
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updatePayout(
  { db }: Tx,
  id: PayoutId,
  change: Updateable<PayoutTables['payouts']>,
): Promise<void> {
  await tables(db).updateTable('payouts').set(change).where('id', '=', id).execute()
}

/** Notes on those payouts that have not ended that an operator must say what became of them. */
export async function noteUnresolved(
  { db }: Tx,
  ids: readonly PayoutId[],
  unresolved: 'nonce_used' | 'unclear',
): Promise<void> {
  if (ids.length === 0) return
  await tables(db)
    .updateTable('payouts')
    .set({ unresolved })
    .where('id', 'in', ids)
    .where('state', 'in', sentPayoutStates)
    .execute()
}

function shown(db: Db) {
  return tables(db)
    .selectFrom('payouts')
    .selectAll('payouts')
    .select((e) =>
      e
        .selectFrom('payout_approvals as approval')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('approval.payout_id', '=', 'payouts.id')
        .as('approvals'),
    )
    .select(
      sql<number | null>`case when payouts.batch_id is null then null else (select count(*)
        from payouts other where other.batch_id = payouts.batch_id) end`.as('batch_payouts'),
    )
    .$castTo<ShownPayout>()
}

export function findPayout(db: Db, id: PayoutId): Promise<ShownPayout | undefined> {
  return shown(db).where('id', '=', id).executeTakeFirst()
}

/** An account's payouts, newest first, at most 200. */
export function listPayoutsOf(db: Db, accountId: AccountId): Promise<ShownPayout[]> {
  return shown(db).where('account_id', '=', accountId).orderBy('id', 'desc').limit(200).execute()
}

/** The payouts of all accounts: those in progress first, then the newest, at most 500. */
export function listEveryPayout(db: Db): Promise<ShownPayout[]> {
  const isOpen = sql`case when state in ('requested', 'approved', 'in_file', 'signed', 'broadcast', 'sending') then 0 else 1 end`
  return shown(db).orderBy(isOpen).orderBy('id', 'desc').limit(500).execute()
}

/** Counts the payouts in progress of accounts. */
export async function countOpen(db: Db, accountId: AccountId): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('payouts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', 'in', openPayoutStates)
    .executeTakeFirstOrThrow()
  return count
}

interface OpenSum {
  readonly method: PayoutRow['method']
  readonly chain_id: number | null
  readonly token: string | null
  readonly micro_usd: number
}

/** Sums what arrives of payouts in progress, by method, chain and token. */
export async function sumOpen(db: Db): Promise<OpenSum[]> {
  const { rows } = await sql<OpenSum>`
    select method, chain_id, token, sum(micro_usd - fee_micro_usd)::bigint as micro_usd from payouts
    where state in ('requested', 'approved', 'in_file', 'signed', 'broadcast', 'sending')
    group by 1, 2, 3`.execute(db)
  return rows
}

/** What was paid of each token, in micro-dollars below zero, by the ledger's source (CAIP-10). */
export async function sumPaid(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ source: string; sum: number }>`
    select 'eip155:' || chain_id || ':' || token as source, (-sum(micro_usd - fee_micro_usd))::bigint as sum
    from payouts where state = 'confirmed' and method = 'wallet' group by chain_id, token`.execute(
    db,
  )
  return new Map(rows.map(({ source, sum }) => [source, sum]))
}
