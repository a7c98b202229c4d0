import type { MachineId, SnapshotId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { SnapshotTables } from './schema.ts'

/** Records that a machine may keep files of a snapshot from now on. */
export async function insertSpool(
  { db }: Tx,
  spool: SnapshotTables['snapshot_spools'],
): Promise<void> {
  await db.withTables<SnapshotTables>().insertInto('snapshot_spools').values(spool).execute()
}

/** Records that a machine keeps nothing of a snapshot any more. */
export async function deleteSpool({ db }: Tx, id: SnapshotId): Promise<void> {
  const tables = db.withTables<SnapshotTables>()
  await tables.deleteFrom('snapshot_spools').where('snapshot_id', '=', id).execute()
}

/** Deletes the records of machines that did not come back since a time. */
export async function deleteSpoolsBefore({ db }: Tx, before: Date): Promise<void> {
  const tables = db.withTables<SnapshotTables>()
  await tables.deleteFrom('snapshot_spools').where('since', '<', before).execute()
}

/** A snapshot that is not being created, and a machine that may keep files of it. */
export interface Spool {
  id: SnapshotId
  machine_id: MachineId
}

/** Lists the machines that may keep files of snapshots which are not being created. */
export async function listSpoolMachines(db: Db): Promise<MachineId[]> {
  const { rows } = await sql<{ machine_id: MachineId }>`
    select distinct spool.machine_id from snapshot_spools spool
      left join snapshots snapshot on snapshot.id = spool.snapshot_id
    where coalesce(snapshot.state, '') <> 'creating'`.execute(db)
  return rows.map(({ machine_id }) => machine_id)
}

/** Lists such snapshots of one machine, oldest first. */
export async function listSpools(db: Db, machineId: MachineId): Promise<Spool[]> {
  const { rows } = await sql<Spool>`
    select spool.snapshot_id as id, spool.machine_id from snapshot_spools spool
      left join snapshots snapshot on snapshot.id = spool.snapshot_id
    where spool.machine_id = ${machineId} and coalesce(snapshot.state, '') <> 'creating'
    order by spool.since limit 100`.execute(db)
  return rows
}
