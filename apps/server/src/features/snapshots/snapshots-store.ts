import type { AccountId, InstanceId, InstanceMoveId, SnapshotId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { SnapshotRow, SnapshotTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<SnapshotTables>()

export async function insertSnapshot(
  { db }: Tx,
  row: Insertable<SnapshotTables['snapshots']>,
): Promise<SnapshotRow> {
  return tablesOf(db).insertInto('snapshots').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateSnapshot(
  { db }: Tx,
  id: SnapshotId,
  change: Updateable<SnapshotTables['snapshots']>,
): Promise<SnapshotRow | undefined> {
  return tablesOf(db)
    .updateTable('snapshots')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteSnapshotRow({ db }: Tx, id: SnapshotId): Promise<void> {
  await tablesOf(db).deleteFrom('snapshots').where('id', '=', id).execute()
}

export async function findSnapshot(db: Db, id: SnapshotId): Promise<SnapshotRow | undefined> {
  return tablesOf(db).selectFrom('snapshots').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockSnapshot({ db }: Tx, id: SnapshotId): Promise<SnapshotRow | undefined> {
  return tablesOf(db)
    .selectFrom('snapshots')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Lists the snapshots of an account, newest first, without those of moves. */
export async function listSnapshotRows(
  db: Db,
  { accountId, instanceId }: { accountId: AccountId; instanceId: InstanceId | undefined },
): Promise<SnapshotRow[]> {
  return tablesOf(db)
    .selectFrom('snapshots')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('move_id', 'is', null)
    .$if(instanceId !== undefined, (query) => query.where('instance_id', '=', instanceId ?? null))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1_000)
    .execute()
}

/** Lists snapshots in a state, oldest first. */
export async function listInState(db: Db, state: 'creating' | 'deleting'): Promise<SnapshotRow[]> {
  return tablesOf(db)
    .selectFrom('snapshots')
    .selectAll()
    .where('state', '=', state)
    .orderBy('created_at')
    .limit(200)
    .execute()
}

/** Whether a snapshot of the instance is being created. */
export async function isCapturing(db: Db, instanceId: InstanceId): Promise<boolean> {
  const row = await tablesOf(db)
    .selectFrom('snapshots')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('state', '=', 'creating')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the snapshots of these accounts. */
export async function countSnapshots(db: Db, accounts: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('snapshots')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accounts)
    .executeTakeFirstOrThrow()
  return count
}

/** Marks the snapshots of an account as deleted, those of one move or all. */
export async function markDeleting(
  { db }: Tx,
  { accountId, moveId }: { accountId: AccountId; moveId?: InstanceMoveId },
): Promise<void> {
  await tablesOf(db)
    .updateTable('snapshots')
    .set({ state: 'deleting' })
    .where('account_id', '=', accountId)
    .$if(moveId !== undefined, (query) => query.where('move_id', '=', moveId ?? null))
    .execute()
}

/** An instance whose disk begins with a snapshot, and that is not there yet. */
export interface RestoringInstance {
  instanceId: InstanceId
  machineId: SnapshotRow['machine_id']
  snapshotId: SnapshotId
}

/** Lists instances whose machines may wait for their snapshot, which is ready. */
export async function listRestoring(db: Db): Promise<RestoringInstance[]> {
  const { rows } = await sql<RestoringInstance>`
    select instance.id as "instanceId", instance.machine_id as "machineId", snapshot.id as "snapshotId"
    from instances instance join snapshots snapshot on snapshot.id = instance.snapshot_id
    where instance.snapshot_id is not null and snapshot.state = 'ready'
      and instance.state in ('requested', 'pulling', 'creating') and instance.desired = 'running'
    order by instance.id limit 200`.execute(db)
  return rows
}

/** Whether an instance that was never ready begins with the snapshot. */
export async function isBeingRestored(db: Db, id: SnapshotId): Promise<boolean> {
  const { rows } = await sql`select from instances where snapshot_id = ${id}
    and state <> 'destroyed' and desired <> 'destroyed' and ready_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** Whether the machine of an offer, or of an instance, captures and restores snapshots. */
export async function isMachineAble(
  db: Db,
  of: { offerId: string } | { machineId: string },
): Promise<boolean> {
  const machine =
    'machineId' in of
      ? sql`${of.machineId}`
      : sql`(select machine_id from offers where id = ${of.offerId})`
  const { rows } = await sql`select from machines where id = ${machine}
    and hardware -> 'snapshots' = 'true'::jsonb`.execute(db)
  return rows.length > 0
}
