import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ReceiptRecord } from '@gridloom/contract/receipts/signed-receipt'
import type { ReceiptChain } from '@gridloom/domain/receipts/append-record'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ReceiptTables } from './schema.ts'

const tables = (db: Db) => db.withTables<ReceiptTables>()

export type DueRecord = Selectable<ReceiptTables['receipt_records_due']>

/** Waits until no other replica writes records. Until the end of the transaction none does. */
export async function lockRecords({ db }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('receipt_records', 0))`.execute(db)
}

/** Whether anything waits for its record, of one instance or of any. */
export async function hasDue(db: Db, instanceId?: InstanceId): Promise<boolean> {
  return (await selectDue(db, { instanceId, limit: 1 })).length > 0
}

/** Returns what waits for its record, in the order in which it was written. */
export async function selectDue(
  db: Db,
  { instanceId, limit }: { instanceId?: InstanceId | undefined; limit: number },
): Promise<DueRecord[]> {
  return tables(db)
    .selectFrom('receipt_records_due')
    .selectAll()
    .where((e) => (instanceId === undefined ? e.lit(true) : e('instance_id', '=', instanceId)))
    .orderBy('number')
    .limit(limit)
    .execute()
}

export async function deleteDue({ db }: Tx, due: readonly DueRecord[]): Promise<void> {
  await tables(db)
    .deleteFrom('receipt_records_due')
    .where(
      'number',
      'in',
      due.map(({ number }) => number),
    )
    .execute()
}

export async function selectChains(
  db: Db,
  ids: readonly InstanceId[],
): Promise<Map<InstanceId, ReceiptChain>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('receipt_chains')
    .selectAll()
    .where('instance_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.instance_id, row]))
}

export async function putChains({ db }: Tx, chains: readonly ReceiptChain[]): Promise<void> {
  await tables(db)
    .insertInto('receipt_chains')
    .values([...chains])
    .onConflict((conflict) =>
      conflict.column('instance_id').doUpdateSet((row) => ({
        last_number: row.ref('excluded.last_number'),
        last_hash: row.ref('excluded.last_hash'),
        running_s: row.ref('excluded.running_s'),
        stopped_s: row.ref('excluded.stopped_s'),
        micro_usd: row.ref('excluded.micro_usd'),
        credited_micro_usd: row.ref('excluded.credited_micro_usd'),
      })),
    )
    .execute()
}

/** A record with its instance. */
export interface StoredRecord {
  readonly instanceId: InstanceId
  readonly record: ReceiptRecord
}

export async function insertRecords(
  { db }: Tx,
  added: readonly StoredRecord[],
  recordedAt: Date,
): Promise<void> {
  const rows = added.map(({ instanceId, record: { type: _type, from, to, count, ...rest } }) => ({
    ...rest,
    instance_id: instanceId,
    from_at: new Date(from),
    to_at: new Date(to),
    count: count === null ? null : JSON.stringify(count),
    recorded_at: recordedAt,
  }))
  await tables(db).insertInto('receipt_records').values(rows).execute()
}

/** Returns records of an instance after one number and up to another, in order. */
export async function selectRecords(
  db: Db,
  id: InstanceId,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<ReceiptRecord[]> {
  const rows = await tables(db)
    .selectFrom('receipt_records')
    .selectAll()
    .where('instance_id', '=', id)
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(
    ({ instance_id: _instance, from_at, to_at, recorded_at: _recorded, ...rest }) => ({
      type: 'record' as const,
      ...{ number: rest.number, kind: rest.kind, key: rest.key },
      ...{ from: from_at.toISOString(), to: to_at.toISOString() },
      ...{ from_s: rest.from_s, seconds: rest.seconds },
      ...{ micro_usd_per_hour: rest.micro_usd_per_hour, micro_usd: rest.micro_usd },
      ...{ count: rest.count, previous: rest.previous, hash: rest.hash },
    }),
  )
}
