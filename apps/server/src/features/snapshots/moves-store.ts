import type { AccountId, InstanceId, InstanceMoveId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InstanceMoveRow, SnapshotTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<SnapshotTables>()

export async function insertMove(
  { db }: Tx,
  row: Insertable<SnapshotTables['instance_moves']>,
): Promise<InstanceMoveRow> {
  return tablesOf(db)
    .insertInto('instance_moves')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateMove(
  { db }: Tx,
  id: InstanceMoveId,
  change: Updateable<SnapshotTables['instance_moves']>,
): Promise<InstanceMoveRow> {
  return tablesOf(db)
    .updateTable('instance_moves')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks a move that has not ended. */
export async function lockOpenMove(
  { db }: Tx,
  id: InstanceMoveId,
): Promise<InstanceMoveRow | undefined> {
  return tablesOf(db)
    .selectFrom('instance_moves')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Lists the moves that have not ended. */
export async function listOpenMoves(db: Db): Promise<InstanceMoveId[]> {
  const rows = await tablesOf(db)
    .selectFrom('instance_moves')
    .select('id')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the last move of an account from or to an instance. */
export async function findLastMove(
  db: Db,
  { accountId, instanceId }: { accountId: AccountId; instanceId: InstanceId },
): Promise<InstanceMoveRow | undefined> {
  return tablesOf(db)
    .selectFrom('instance_moves')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('instance_id', '=', instanceId), e('new_instance_id', '=', instanceId)]))
    .orderBy(sql`ended_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
