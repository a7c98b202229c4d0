import { sql } from 'kysely'
import type { SenderLease } from '../../../../platform/chains/sending/senders-store.ts'
import type { Tx } from '../../../../platform/ctx.ts'
import type { Db } from '../../../../platform/database/connect.ts'
import type { BatchRow, PayoutTables, WalletPayoutRow } from '../../schema.ts'

const tables = (db: Db) => db.withTables<PayoutTables>()

export async function insertBatch(
  { db }: Tx,
  row: Omit<BatchRow, 'id' | 'state' | 'ended_at'>,
): Promise<BatchRow> {
  return tables(db)
    .insertInto('payout_batches')
    .values({ ...row, state: 'signed' })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks a batch. `undefined`: it has ended. */
export function lockOpenBatch({ db }: Tx, id: number): Promise<BatchRow | undefined> {
  return tables(db)
    .selectFrom('payout_batches')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .forUpdate()
    .executeTakeFirst()
}

/** The batches and allowances of a sender whose end is unknown. */
export function listOpenBatches(
  db: Db,
  { chainId, address }: Pick<SenderLease, 'chainId' | 'address'>,
): Promise<BatchRow[]> {
  return tables(db)
    .selectFrom('payout_batches')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('sender', '=', address)
    .where('state', '<>', 'ended')
    .orderBy('nonce')
    .limit(100)
    .execute()
}

/** All payouts of a batch, in the order of its call. */
export function listInBatch(db: Db, id: number): Promise<WalletPayoutRow[]> {
  return tables(db)
    .selectFrom('payouts')
    .selectAll()
    .where('batch_id', '=', id)
    .orderBy('batch_index')
    .$castTo<WalletPayoutRow>()
    .execute()
}

/** Notes that a batch was sent. */
export async function markBatchBroadcast({ db }: Tx, id: number): Promise<void> {
  const change = { state: 'broadcast' } as const
  const signed = tables(db)
    .updateTable('payout_batches')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'signed')
  await signed.execute()
  await tables(db)
    .updateTable('payouts')
    .set(change)
    .where('batch_id', '=', id)
    .where('state', '=', 'signed')
    .execute()
  await tables(db)
    .updateTable('payouts')
    .set({ unresolved: null })
    .where('batch_id', '=', id)
    .where('unresolved', '=', 'nonce_used')
    .execute()
}

/** Notes the newest transaction of the payouts of a batch that have not ended. */
export async function noteBatchHash({ db }: Tx, id: number, hash: string): Promise<void> {
  await tables(db)
    .updateTable('payouts')
    .set({ tx_hash: hash })
    .where('batch_id', '=', id)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute()
}

export async function endBatch({ db }: Tx, id: number, at: Date): Promise<void> {
  await tables(db)
    .updateTable('payout_batches')
    .set({ state: 'ended', ended_at: at })
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .execute()
}

/** What the open batches of a contract move, and its allowances: those whose end is unknown, and those since a time. */
export async function sumBatches(
  db: Db,
  { chainId, token, sender }: { chainId: number; token: string; sender: string },
  { contract, since }: { contract: string; since: Date },
): Promise<{ unitsOnTheWay: bigint; openAllowances: number; newAllowances: number }> {
  const { rows } = await sql<{ units: string; open: number; recent: number }>`
    select coalesce(sum((select sum(token_units) from payouts where batch_id = batch.id)), 0)::text as units,
      count(*) filter (where allowance_units is not null and state <> 'ended') as open,
      count(*) filter (where allowance_units is not null and signed_at > ${since}) as recent
    from payout_batches batch
    where chain_id = ${chainId} and sender = ${sender} and token = ${token} and contract = ${contract}
      and (state <> 'ended' or signed_at > ${since} and allowance_units is not null)`.execute(db)
  const [row] = rows
  return {
    unitsOnTheWay: BigInt(row?.units ?? 0),
    openAllowances: row?.open ?? 0,
    newAllowances: row?.recent ?? 0,
  }
}
