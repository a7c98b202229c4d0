import type { BackupDestination } from '@gridloom/contract/backups/backup'
import type {
  AccountId,
  BackupPlanId,
  BackupRunId,
  MachineId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { RunSite } from './run-site.ts'
import type { BackupRunRow, BackupTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<BackupTables>()

/** Runs of a plan that are kept. */
const runsKept = 100

export async function insertRun(
  { db }: Tx,
  row: Insertable<BackupTables['backup_runs']>,
): Promise<BackupRunRow> {
  return tablesOf(db).insertInto('backup_runs').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Locks a run until the transaction ends. */
export async function lockRun({ db }: Tx, id: BackupRunId): Promise<BackupRunRow | undefined> {
  return tablesOf(db)
    .selectFrom('backup_runs')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRun(
  { db }: Tx,
  id: BackupRunId,
  change: Updateable<BackupTables['backup_runs']>,
): Promise<BackupRunRow> {
  return tablesOf(db)
    .updateTable('backup_runs')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Runs of one account at once, so that slow ones leave room for those of others. */
export const runsOfAccountMax = 4
/** Runs at once on volumes of a machine that no running instance has: they take memory that no slot has. */
const volumeRunsOfMachineMax = 2

/**
 * Takes a queued run; `undefined` where another replica was faster, it was cancelled, or its account or its machine has
 * enough of them. Claims of an account, and those on volumes of a machine, wait for each other, so that none counts
 * without another.
 */
export async function claimRun(
  { db }: Tx,
  { id, lease, now, site }: { id: BackupRunId; lease: string; now: Date; site: RunSite },
): Promise<BackupRunRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('backup_runs:' || account_id, 0))
    from backup_runs where id = ${id}`.execute(db)
  if (site.kind === 'volume')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`backup_runs:${site.machineId}`}, 0))`.execute(
      db,
    )
  // A statement of its own, so that it sees what others committed while this one waited.
  if (await isCrowded(db, id, site)) return undefined
  return tablesOf(db)
    .updateTable('backup_runs')
    .set({ state: 'running', lease, started_at: now, alive_at: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
}

async function isCrowded(db: Db, id: BackupRunId, site: RunSite): Promise<boolean> {
  const { rows } = await sql<{ of_account: number; on_volumes: number }>`
    select
      (select count(*) from backup_runs where state = 'running'
        and account_id = (select account_id from backup_runs where id = ${id}))::int as of_account,
      (select count(*) from backup_runs run join volumes volume on volume.id = run.volume_id
        where run.state = 'running' and volume.machine_id = ${site.machineId})::int as on_volumes`.execute(
    db,
  )
  const { of_account = 0, on_volumes = 0 } = rows[0] ?? {}
  return (
    of_account >= runsOfAccountMax ||
    (site.kind === 'volume' && on_volumes >= volumeRunsOfMachineMax)
  )
}

/** Changes a run that is still ours; `undefined` where it was cancelled, or given up. */
export async function updateOwnRun(
  { db }: Tx,
  { id, lease }: { id: BackupRunId; lease: string },
  change: Updateable<BackupTables['backup_runs']>,
): Promise<BackupRunRow | undefined> {
  return tablesOf(db)
    .updateTable('backup_runs')
    .set(change)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

/** Whether a run is still its holder's. */
export async function holdsLease(
  { db }: Pick<Tx, 'db'>,
  { id, lease }: { id: BackupRunId; lease: string },
): Promise<boolean> {
  const held = await tablesOf(db)
    .selectFrom('backup_runs')
    .select('id')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return held !== undefined
}

/** Lists running runs: few, as each replica has few at once. */
export async function listRunningRuns(db: Db): Promise<BackupRunRow[]> {
  return tablesOf(db)
    .selectFrom('backup_runs')
    .selectAll()
    .where('state', '=', 'running')
    .limit(10_000)
    .execute()
}

/** A run that waits, and where its instance or its volume is. */
export type QueuedRun = Pick<
  BackupRunRow,
  'id' | 'plan_id' | 'account_id' | 'trigger' | 'instance_id' | 'created_at'
> & {
  volume_id: VolumeId | null
  machine_id: MachineId | null
  /** Whether the instance runs, ready for its renter; of a run on a volume, whether that is ready. */
  is_ready: boolean
  /** Of a run that is nowhere: whether the plan's volume is ready, and where the repository is. */
  has_volume: boolean
  destination: BackupDestination['kind']
}

const pageRows = 1_000

/** Yields all queued runs, a thousand at a time, oldest first: those that wait for a machine hold up no others. */
export async function* queuedRuns(db: Db): AsyncGenerator<readonly QueuedRun[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<QueuedRun>`
      select r.id, r.plan_id, r.account_id, r.trigger, r.instance_id, r.volume_id, r.created_at,
        coalesce(i.machine_id, v.machine_id) as machine_id,
        coalesce(case when r.volume_id is null
          then i.state = 'running' and i.charged_from is not null
          else v.state = 'ready' and v.kept_until is null end, false) as is_ready,
        exists (select from volumes where id = p.volume_id and state = 'ready' and kept_until is null) as has_volume,
        p.destination ->> 'kind' as destination
      from backup_runs r join backup_plans p on p.id = r.plan_id
        left join instances i on i.id = r.instance_id left join volumes v on v.id = r.volume_id
      where r.state = 'queued' and r.id > ${after}
      order by r.id limit ${pageRows}`.execute(db)
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = last.id
  }
}

export async function findOpenRun(db: Db, planId: BackupPlanId): Promise<BackupRunRow | undefined> {
  return tablesOf(db)
    .selectFrom('backup_runs')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
}

/** Lists the last runs of a plan, newest first. */
export async function listRuns(db: Db, planId: BackupPlanId): Promise<BackupRunRow[]> {
  return tablesOf(db)
    .selectFrom('backup_runs')
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(runsKept)
    .execute()
}

/** Returns the last run of each plan of an account. */
export async function listLastRuns(
  db: Db,
  accountId: AccountId,
): Promise<Map<BackupPlanId, BackupRunRow>> {
  const rows = await tablesOf(db)
    .selectFrom('backup_runs')
    .selectAll()
    .distinctOn('plan_id')
    .where('account_id', '=', accountId)
    .orderBy('plan_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.plan_id, row]))
}

/** Returns how the backup before this one ended; `undefined` where there is none. */
export async function stateBefore(
  db: Db,
  { plan_id, id }: BackupRunRow,
): Promise<Pick<BackupRunRow, 'state' | 'failure'> | undefined> {
  return tablesOf(db)
    .selectFrom('backup_runs')
    .select(['state', 'failure'])
    .where('plan_id', '=', plan_id)
    .where('kind', '=', 'backup')
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a backup of a plan did not end well since a time, and so may have left files that nothing refers to. */
export async function hasFailedSince(
  db: Db,
  planId: BackupPlanId,
  since: Date | null,
): Promise<boolean> {
  const failed = await tablesOf(db)
    .selectFrom('backup_runs')
    .select('id')
    .where('plan_id', '=', planId)
    .where('kind', '=', 'backup')
    .where('state', 'in', ['failed', 'cancelled'])
    .$if(since !== null, (query) => query.where('ended_at', '>', since))
    .limit(1)
    .executeTakeFirst()
  return failed !== undefined
}

/** Deletes all runs of a plan but the last ones. */
export async function deleteOldRuns({ db }: Tx, planId: BackupPlanId): Promise<void> {
  await sql`delete from backup_runs where plan_id = ${planId} and state not in ('queued', 'running')
    and id in (select id from backup_runs where plan_id = ${planId}
      order by created_at desc, id desc offset ${runsKept})`.execute(db)
}
