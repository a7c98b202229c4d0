import type { AccountId, BackupPlanId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { BackupTables } from '../schema.ts'
import type { ObjectAddress, ObjectKind } from './object-address.ts'

const tablesOf = (db: Db) => db.withTables<BackupTables>()

/** A file of a plan's repository. */
export type ObjectOf = ObjectAddress & { readonly planId: BackupPlanId }

/** Returns the bytes of a stored file; `undefined` where there is none. */
export async function findObject(db: Db, object: ObjectOf): Promise<number | undefined> {
  const row = await tablesOf(db)
    .selectFrom('backup_objects')
    .select('bytes')
    .where('plan_id', '=', object.planId)
    .where('kind', '=', object.kind)
    .where('name', '=', object.name)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return row?.bytes
}

/** Lists a thousand stored files of a kind, by name, beginning after `after`. */
export async function listObjects(
  db: Db,
  { planId, kind, after }: { planId: BackupPlanId; kind: ObjectKind; after: string },
): Promise<{ name: string; size: number }[]> {
  const rows = await tablesOf(db)
    .selectFrom('backup_objects')
    .select(['name', 'bytes'])
    .where('plan_id', '=', planId)
    .where('kind', '=', kind)
    .where('state', '=', 'stored')
    .where('name', '>', after)
    .orderBy('name')
    .limit(1_000)
    .execute()
  return rows.map(({ name, bytes }) => ({ name, size: bytes }))
}

/** Returns how many files of a plan's repository are stored. */
export async function countObjects(db: Db, planId: BackupPlanId): Promise<number> {
  const row = await tablesOf(db)
    .selectFrom('backup_plans')
    .select('stored_objects')
    .where('id', '=', planId)
    .executeTakeFirst()
  return row?.stored_objects ?? 0
}

/** Records that a file is being written, unless it is stored already. */
export async function planObject({ db }: Tx, { planId, kind, name }: ObjectOf): Promise<void> {
  await sql`insert into backup_objects (plan_id, kind, name, state)
    values (${planId}, ${kind}, ${name}, 'arriving')
    on conflict (plan_id, kind, name) do update set state = 'arriving'
    where backup_objects.state <> 'stored'`.execute(db)
}

/** Makes a written file part of the repository; `absent`: it is not one that is being written. */
export async function keepObject(
  { db }: Tx,
  { planId, kind, name }: ObjectOf,
  bytes: number,
): Promise<'kept' | 'absent'> {
  const kept = await tablesOf(db)
    .updateTable('backup_objects')
    .set({ state: 'stored', bytes })
    .where('plan_id', '=', planId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('state', '<>', 'stored')
    .returning('bytes')
    .executeTakeFirst()
  if (kept === undefined) return 'absent'
  await addStored({ db }, planId, { bytes, objects: 1 })
  return 'kept'
}

/** Takes a file out of the repository; its bytes are removed next. */
export async function loseObject({ db }: Tx, { planId, kind, name }: ObjectOf): Promise<void> {
  const lost = await tablesOf(db)
    .updateTable('backup_objects')
    .set({ state: 'removing' })
    .where('plan_id', '=', planId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('state', '=', 'stored')
    .returning('bytes')
    .executeTakeFirst()
  if (lost !== undefined) await addStored({ db }, planId, { bytes: -lost.bytes, objects: -1 })
}

/** Takes all keys out of a repository; their bytes are removed next. Returns the first thousand of their names. */
export async function loseKeys({ db }: Tx, planId: BackupPlanId): Promise<string[]> {
  const lost = await tablesOf(db)
    .updateTable('backup_objects')
    .set({ state: 'removing' })
    .where('plan_id', '=', planId)
    .where('kind', '=', 'keys')
    .where('state', '=', 'stored')
    .returning(['name', 'bytes'])
    .execute()
  const bytes = lost.reduce((sum, one) => sum + one.bytes, 0)
  await addStored({ db }, planId, { bytes: -bytes, objects: -lost.length })
  return lost.slice(0, 1_000).map(({ name }) => name)
}

/** Forgets a file whose bytes are removed. */
export async function deleteObject({ db }: Tx, { planId, kind, name }: ObjectOf): Promise<void> {
  await tablesOf(db)
    .deleteFrom('backup_objects')
    .where('plan_id', '=', planId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('state', '<>', 'stored')
    .execute()
}

/** Lists what a killed process left: files that arrived in part, or were not removed yet, and locks. */
export async function listLeftObjects(db: Db, planId: BackupPlanId): Promise<ObjectAddress[]> {
  return tablesOf(db)
    .selectFrom('backup_objects')
    .select(['kind', 'name'])
    .where('plan_id', '=', planId)
    .where((e) => e.or([e('state', '<>', 'stored'), e('kind', '=', 'locks')]))
    .execute()
}

/** Sums the bytes of an account's repositories. */
export async function sumObjects(db: Db, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(stored_bytes), 0)::bigint as bytes from backup_plans
    where account_id = ${accountId}`.execute(db)
  return rows[0]?.bytes ?? 0
}

async function addStored(
  { db }: Pick<Tx, 'db'>,
  planId: BackupPlanId,
  { bytes, objects }: { bytes: number; objects: number },
): Promise<void> {
  await sql`update backup_plans set stored_bytes = stored_bytes + ${bytes},
    stored_objects = stored_objects + ${objects} where id = ${planId}`.execute(db)
}
