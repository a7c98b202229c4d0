import type { AccountId, MachineId, VolumeId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { VolumeRow, VolumeTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<VolumeTables>()

export async function insertVolume(
  { db }: Tx,
  row: Insertable<VolumeTables['volumes']>,
): Promise<VolumeRow> {
  return tablesOf(db).insertInto('volumes').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateVolume(
  { db }: Tx,
  id: VolumeId,
  change: Updateable<VolumeTables['volumes']>,
): Promise<VolumeRow> {
  return tablesOf(db)
    .updateTable('volumes')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findVolume(db: Db, id: VolumeId): Promise<VolumeRow | undefined> {
  return tablesOf(db).selectFrom('volumes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a volume until the transaction ends: every change of its state, charges and attachments holds this lock. */
export async function lockVolume({ db }: Tx, id: VolumeId): Promise<VolumeRow | undefined> {
  return tablesOf(db)
    .selectFrom('volumes')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Lists the volumes of an account, newest first, without deleted ones. */
export async function listOwned(db: Db, accountId: AccountId): Promise<VolumeRow[]> {
  return tablesOf(db)
    .selectFrom('volumes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'deleted')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}

/** Returns the volume of the account with this name that is not deleted. */
export async function findByName(
  db: Db,
  { accountId, name }: { accountId: AccountId; name: string },
): Promise<VolumeRow | undefined> {
  return tablesOf(db)
    .selectFrom('volumes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
}

/** Counts the volumes of these accounts that are not deleted; `kept`: only those with data, or about to have some. */
export async function countVolumes(
  db: Db,
  accounts: readonly AccountId[],
  of: 'all' | 'kept' = 'all',
): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('volumes')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accounts)
    .where('state', '<>', 'deleted')
    .$if(of === 'kept', (query) => query.where('state', 'in', ['creating', 'ready']))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the machines that are to create or delete volumes. */
export async function listUnsettledMachines(db: Db): Promise<MachineId[]> {
  const rows = await tablesOf(db)
    .selectFrom('volumes')
    .select('machine_id')
    .distinct()
    .where('state', 'in', ['creating', 'deleting'])
    .execute()
  return rows.map(({ machine_id }) => machine_id)
}

/** Lists volumes that a machine is to create or delete, oldest first. */
export async function listUnsettled(db: Db, machineId: MachineId): Promise<VolumeRow[]> {
  return tablesOf(db)
    .selectFrom('volumes')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where('state', 'in', ['creating', 'deleting'])
    .orderBy('created_at')
    .limit(100)
    .execute()
}

/** Lists volumes that were ordered before a time and are still being created. */
export async function listOverdue(db: Db, before: Date): Promise<VolumeId[]> {
  const rows = await tablesOf(db)
    .selectFrom('volumes')
    .select('id')
    .where('state', '=', 'creating')
    .where('created_at', '<', before)
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the machines that should have volumes, or may have some again. */
export async function listVolumeMachines(db: Db): Promise<MachineId[]> {
  const rows = await tablesOf(db)
    .selectFrom('volumes')
    .select('machine_id')
    .distinct()
    .where('state', 'in', ['ready', 'failed'])
    .execute()
  return rows.map(({ machine_id }) => machine_id)
}

/** Lists all volumes that were ever on a machine and may still be there. */
export async function listOnMachine(
  db: Db,
  machineId: MachineId,
  listed: readonly VolumeId[],
): Promise<VolumeRow[]> {
  return tablesOf(db)
    .selectFrom('volumes')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where((e) =>
      e.or([e('state', '<>', 'deleted'), e('id', '=', sql<VolumeId>`any(${[...listed]}::text[])`)]),
    )
    .execute()
}

/** Marks the volumes of an account that are left as deleted. */
export async function markDeleting({ db }: Tx, accountId: AccountId): Promise<void> {
  await tablesOf(db)
    .updateTable('volumes')
    .set({ state: 'deleting' })
    .where('account_id', '=', accountId)
    .where('state', '<>', 'deleted')
    .execute()
}

/** A volume that its machine can use without an instance. */
export interface UsableVolume {
  id: VolumeId
  name: string
  machineId: MachineId
}

/** Returns a volume with its data whose machine can use it without an instance; `undefined` for all others. */
export async function findUsable(db: Db, id: VolumeId): Promise<UsableVolume | undefined> {
  const { rows } = await sql<UsableVolume>`
    select volume.id, volume.name, volume.machine_id as "machineId"
    from volumes volume join machines machine on machine.id = volume.machine_id
    where volume.id = ${id} and volume.state = 'ready' and volume.kept_until is null
      and machine.hardware -> 'volume_sessions' = 'true'::jsonb`.execute(db)
  return rows[0]
}

/** Whether a machine keeps volumes. */
export async function isMachineAble(db: Db, machineId: MachineId): Promise<boolean> {
  const { rows } = await sql`select from machines where id = ${machineId}
    and hardware -> 'volumes' = 'true'::jsonb`.execute(db)
  return rows.length > 0
}
