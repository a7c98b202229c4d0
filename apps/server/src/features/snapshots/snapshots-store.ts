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

/** Lists snapshots that are to be deleted, oldest first. */
export async function listDeleting(db: Db): Promise<SnapshotRow[]> {
  return tablesOf(db)
    .selectFrom('snapshots')
    .selectAll()
    .where('state', '=', 'deleting')
    .orderBy('created_at')
    .limit(200)
    .execute()
}

/** Lists the oldest snapshots of each machine that are being created: none waits for machines that are away. */
export async function listCreating(db: Db): Promise<SnapshotRow[]> {
  const placed = tablesOf(db)
    .selectFrom('snapshots')
    .selectAll()
    .select(
      sql<number>`row_number() over (partition by machine_id order by created_at)`.as('place'),
    )
    .where('state', '=', 'creating')
  const rows = await tablesOf(db)
    .selectFrom(placed.as('placed'))
    .selectAll()
    .where('place', '<=', 8)
    .orderBy('created_at')
    .execute()
  return rows
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

/**
 * Marks the snapshots of an account as deleted, except those that instances which were never ready begin with: they
 * would wait for them forever. Returns how many were marked, and how many are left.
 */
export async function markUnpaid(
  { db }: Tx,
  accountId: AccountId,
): Promise<{ marked: number; left: number }> {
  const marked = await sql`update snapshots set state = 'deleting'
    where account_id = ${accountId} and state <> 'deleting' and not exists (select from instances instance
      where instance.snapshot_id = snapshots.id and instance.state <> 'destroyed'
        and instance.desired <> 'destroyed' and instance.ready_at is null)
    returning id`.execute(db)
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from snapshots
    where account_id = ${accountId} and state <> 'deleting'`.execute(db)
  return { marked: marked.rows.length, left: rows[0]?.left ?? 0 }
}

/** An instance whose disk begins with a snapshot, and that is not there yet. */
export interface RestoringInstance {
  instanceId: InstanceId
  machineId: SnapshotRow['machine_id']
  snapshotId: SnapshotId
}

/** Lists instances whose machines may wait for their snapshot, which is ready: some of each machine. */
export async function listRestoring(db: Db): Promise<RestoringInstance[]> {
  const { rows } = await sql<RestoringInstance>`
    select "instanceId", "machineId", "snapshotId" from (
      select instance.id as "instanceId", instance.machine_id as "machineId", snapshot.id as "snapshotId",
        row_number() over (partition by instance.machine_id order by instance.id) as place
      from instances instance join snapshots snapshot on snapshot.id = instance.snapshot_id
      where instance.snapshot_id is not null and snapshot.state = 'ready'
        and instance.state in ('requested', 'pulling', 'creating') and instance.desired = 'running'
    ) placed where place <= 8 order by "instanceId"`.execute(db)
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
