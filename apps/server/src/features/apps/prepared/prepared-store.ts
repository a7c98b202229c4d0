import type { PreparedImageState } from '@gridloom/contract/agent/image-calls'
import type { AppName } from '@gridloom/contract/apps/app-container'
import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AppTables, PreparedAppRow } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<AppTables>()

/** Lists the apps that a machine prepares, the oldest first. */
export async function listPreparedRows(db: Db, machineId: MachineId): Promise<PreparedAppRow[]> {
  return tablesOf(db)
    .selectFrom('prepared_apps')
    .selectAll()
    .where('machine_id', '=', machineId)
    .orderBy('created_at')
    .orderBy('slug')
    .execute()
}

/** Lists the machines that prepare apps. */
export async function listPreparingMachines(db: Db): Promise<MachineId[]> {
  const rows = await tablesOf(db)
    .selectFrom('prepared_apps')
    .select('machine_id')
    .distinct()
    .execute()
  return rows.map(({ machine_id }) => machine_id)
}

/** The account that has a machine. */
export async function findOwner(db: Db, machineId: MachineId): Promise<AccountId | undefined> {
  const { rows } = await sql<{ account_id: AccountId }>`select account_id from machines
    where id = ${machineId}`.execute(db)
  return rows[0]?.account_id
}

export async function insertPrepared(
  { db }: Tx,
  { machineId, slug, at }: { machineId: MachineId; slug: AppName; at: Date },
): Promise<void> {
  await tablesOf(db)
    .insertInto('prepared_apps')
    .values({
      ...{ machine_id: machineId, slug, created_at: at, image: null },
      ...{ state: 'waiting', progress: null, problem: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns whether the machine prepared it. */
export async function deletePrepared(
  { db }: Tx,
  { machineId, slug }: { machineId: MachineId; slug: AppName },
): Promise<boolean> {
  const { numDeletedRows } = await tablesOf(db)
    .deleteFrom('prepared_apps')
    .where('machine_id', '=', machineId)
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Stores what a machine said about the image of an app. Returns whether that is news. */
export async function storePreparedState(
  { db }: Tx,
  { machineId, slug }: { machineId: MachineId; slug: AppName },
  { image, state, progress, problem }: PreparedImageState,
): Promise<boolean> {
  const text = progress === null ? null : JSON.stringify(progress)
  const { numAffectedRows } = await sql`update prepared_apps
    set image = ${image}, state = ${state}, progress = ${text}::jsonb, problem = ${problem}
    where machine_id = ${machineId} and slug = ${slug}
      and (image, state, progress, problem)
        is distinct from (${image}, ${state}, ${text}::jsonb, ${problem})`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes what removed machines and apps of the past had. */
export async function deleteStale({ db }: Tx, slugs: readonly AppName[]): Promise<void> {
  await sql`delete from prepared_apps where slug <> all(${[...slugs]}::text[])
    or machine_id in (select id from machines where removed_at is not null)`.execute(db)
}
