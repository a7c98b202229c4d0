import type { AccountId, BackupPlanId, InstanceId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { BackupPlanRow, BackupPointRow, BackupTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<BackupTables>()

export async function insertPlan(
  { db }: Tx,
  row: Insertable<BackupTables['backup_plans']>,
): Promise<BackupPlanRow> {
  return tablesOf(db)
    .insertInto('backup_plans')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updatePlan(
  { db }: Tx,
  id: BackupPlanId,
  change: Updateable<BackupTables['backup_plans']>,
): Promise<void> {
  await tablesOf(db).updateTable('backup_plans').set(change).where('id', '=', id).execute()
}

export async function findPlan(db: Db, id: BackupPlanId): Promise<BackupPlanRow | undefined> {
  return tablesOf(db).selectFrom('backup_plans').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a plan until the transaction ends: each of its runs begins and ends under this lock. */
export async function lockPlan({ db }: Tx, id: BackupPlanId): Promise<BackupPlanRow | undefined> {
  return tablesOf(db)
    .selectFrom('backup_plans')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Lists the plans of an account, newest first. */
export async function listPlans(db: Db, accountId: AccountId): Promise<BackupPlanRow[]> {
  return tablesOf(db)
    .selectFrom('backup_plans')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}

/** Lists plans whose time has come. */
export async function listDuePlans(db: Db, now: Date): Promise<BackupPlanId[]> {
  const rows = await tablesOf(db)
    .selectFrom('backup_plans')
    .select('id')
    .where('state', '=', 'active')
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists plans to delete that have no open run. */
export async function listDeletingPlans(db: Db): Promise<BackupPlanRow[]> {
  return tablesOf(db)
    .selectFrom('backup_plans')
    .selectAll()
    .where('state', '=', 'deleting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('backup_runs')
            .select('backup_runs.id')
            .whereRef('backup_runs.plan_id', '=', 'backup_plans.id')
            .where('backup_runs.state', 'in', ['queued', 'running']),
        ),
      ),
    )
    .limit(100)
    .execute()
}

export async function countPlans(db: Db, accounts: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('backup_plans')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accounts)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Marks the plans of an account as deleted, or only those whose repository is stored with us. Returns how many it marked.
 */
export async function markPlansDeleting(
  { db }: Tx,
  accountId: AccountId,
  which: 'all' | 'stored',
): Promise<number> {
  const marked = await tablesOf(db)
    .updateTable('backup_plans')
    .set({ state: 'deleting', next_run_at: null })
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .$if(which === 'stored', (query) =>
      query.where(sql<boolean>`destination ->> 'kind' = 'gridloom'`),
    )
    .executeTakeFirstOrThrow()
  return Number(marked.numUpdatedRows)
}

/** Deletes a plan with its runs, its recovery points and the list of its files. */
export async function deletePlan({ db }: Tx, id: BackupPlanId): Promise<void> {
  await tablesOf(db).deleteFrom('backup_plans').where('id', '=', id).execute()
}

/** Returns the instance that a plan names, else one of the account with its label, which has taken its place. */
export async function findNamedInstance(
  db: Db,
  { account_id, instance_id, instance_label }: BackupPlanRow,
): Promise<InstanceId | undefined> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from instances where account_id = ${account_id} and state <> 'destroyed'
      and (id = ${instance_id} or label = ${instance_label})
    order by id = ${instance_id} desc, created_at desc limit 1`.execute(db)
  return rows[0]?.id
}

/** Lists the recovery points of a plan, newest first. */
export async function listPoints(db: Db, planId: BackupPlanId): Promise<BackupPointRow[]> {
  return tablesOf(db)
    .selectFrom('backup_points')
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(1_000)
    .execute()
}

export async function deletePoint(
  { db }: Tx,
  { planId, point }: { planId: BackupPlanId; point: string },
): Promise<'deleted' | 'absent'> {
  const deleted = await tablesOf(db)
    .deleteFrom('backup_points')
    .where('plan_id', '=', planId)
    .where('id', '=', point)
    .returning('id')
    .executeTakeFirst()
  return deleted === undefined ? 'absent' : 'deleted'
}

/** Replaces the recovery points of a plan; what is known of one that stays is kept. */
export async function replacePoints(
  { db }: Tx,
  planId: BackupPlanId,
  points: readonly BackupPointRow[],
): Promise<void> {
  const ids = points.map(({ id }) => id)
  await sql`delete from backup_points where plan_id = ${planId} and id <> all(${ids}::text[])`.execute(
    db,
  )
  await sql`insert into backup_points (plan_id, id, at, files, bytes)
    select ${planId}, id, at, files, bytes from jsonb_to_recordset(${JSON.stringify(points)}::jsonb)
      as points (id text, at timestamptz, files bigint, bytes bigint)
    on conflict (plan_id, id) do update set
      files = coalesce(excluded.files, backup_points.files),
      bytes = coalesce(excluded.bytes, backup_points.bytes)`.execute(db)
}
