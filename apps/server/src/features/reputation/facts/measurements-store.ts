import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { MeasurementReason, ReputationTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<ReputationTables>()

/** A measurement for the score. */
export interface AskedMeasurement {
  machineId: MachineId
  reason: MeasurementReason
}

/** Asks for a measurement unless one was asked for this reason after a time. Returns whether it was. */
export async function askMeasurement(
  { db }: Tx,
  { machineId, reason }: AskedMeasurement,
  { now, notAfter }: { now: Date; notAfter: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into reputation_measurements as known (machine_id, reason, asked_at)
    values (${machineId}, ${reason}, ${now})
    on conflict (machine_id, reason) do update set asked_at = excluded.asked_at, begun_at = null
      where known.asked_at < ${notAfter}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Asks for random measurements of some listed machines that are online, not rented, and not measured since a time. */
export async function askIdleMachines(
  { db }: Tx,
  { now, notAfter, share, limit }: { now: Date; notAfter: Date; share: number; limit: number },
): Promise<void> {
  await sql`
    insert into reputation_measurements as known (machine_id, reason, asked_at)
    select machine.id, 'random', ${now} from machines machine
      left join reputation_measurements asked on asked.machine_id = machine.id and asked.reason = 'random'
    where machine.listed and machine.status = 'online' and machine.removed_at is null
      and (asked.asked_at is null or asked.asked_at < ${notAfter})
      and not exists (select 1 from rentals where machine_id = machine.id and slots_held)
      and random() < ${share}
    order by machine.id limit ${limit}
    on conflict (machine_id, reason) do update set asked_at = excluded.asked_at, begun_at = null`.execute(
    db,
  )
}

/** Lists measurements that were asked for since a time and that nobody has begun. */
export async function listAsked(db: Db, since: Date, limit: number): Promise<AskedMeasurement[]> {
  return tables(db)
    .selectFrom('reputation_measurements')
    .select(['machine_id as machineId', 'reason'])
    .where('begun_at', 'is', null)
    .where('asked_at', '>=', since)
    .orderBy('asked_at')
    .limit(limit)
    .execute()
}

/** Claims a measurement for this replica. Returns whether no other one was faster. */
export async function beginMeasurement(
  { db }: Tx,
  { machineId, reason }: AskedMeasurement,
  now: Date,
): Promise<boolean> {
  const row = await tables(db)
    .updateTable('reputation_measurements')
    .set({ begun_at: now })
    .where('machine_id', '=', machineId)
    .where('reason', '=', reason)
    .where('begun_at', 'is', null)
    .returning('reason')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the measurements of a machine that were begun since a time. */
export async function listBegun(
  db: Db,
  machineId: MachineId,
  since: Date,
): Promise<{ reason: MeasurementReason; begunAt: Date }[]> {
  const rows = await tables(db)
    .selectFrom('reputation_measurements')
    .select(['reason', 'begun_at as begunAt'])
    .where('machine_id', '=', machineId)
    .where('begun_at', '>=', since)
    .orderBy('reason')
    .execute()
  return rows.flatMap(({ reason, begunAt }) => (begunAt === null ? [] : [{ reason, begunAt }]))
}
