import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ReputationTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<ReputationTables>()

/** A measurement of the GPUs of a rental that began. */
export interface GpuCheck {
  instanceId: InstanceId
  machineId: MachineId
}

/** Asks for a measurement of the GPUs of an instance, once. */
export async function askGpuCheck(
  { db }: Tx,
  { instanceId, machineId, askedAt }: GpuCheck & { askedAt: Date },
): Promise<void> {
  await tables(db)
    .insertInto('reputation_gpu_checks')
    .values({ instance_id: instanceId, machine_id: machineId, asked_at: askedAt })
    .onConflict((conflict) => conflict.column('instance_id').doNothing())
    .execute()
}

/** Lists checks that were asked for since a time and that nobody has begun. */
export async function listAskedChecks(db: Db, since: Date, limit: number): Promise<GpuCheck[]> {
  return tables(db)
    .selectFrom('reputation_gpu_checks')
    .select(['instance_id as instanceId', 'machine_id as machineId'])
    .where('begun_at', 'is', null)
    .where('asked_at', '>=', since)
    .orderBy('asked_at')
    .limit(limit)
    .execute()
}

/** Claims a check for this replica. Returns whether no other one was faster. */
export async function beginGpuCheck({ db }: Tx, id: InstanceId, now: Date): Promise<boolean> {
  const row = await tables(db)
    .updateTable('reputation_gpu_checks')
    .set({ begun_at: now })
    .where('instance_id', '=', id)
    .where('begun_at', 'is', null)
    .returning('instance_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the checks of a machine that were begun since a time. */
export async function listBegunChecks(
  db: Db,
  machineId: MachineId,
  since: Date,
): Promise<{ instanceId: InstanceId; begunAt: Date }[]> {
  const rows = await tables(db)
    .selectFrom('reputation_gpu_checks')
    .select(['instance_id as instanceId', 'begun_at as begunAt'])
    .where('machine_id', '=', machineId)
    .where('begun_at', '>=', since)
    .orderBy('instance_id')
    .execute()
  return rows.flatMap(({ instanceId, begunAt }) => (begunAt ? [{ instanceId, begunAt }] : []))
}

const keptMs = 24 * 3_600_000

/** Deletes checks of more than a day ago. */
export async function deleteOldGpuChecks({ db }: Tx, now: Date): Promise<void> {
  await tables(db)
    .deleteFrom('reputation_gpu_checks')
    .where('asked_at', '<', new Date(now.getTime() - keptMs))
    .execute()
}
