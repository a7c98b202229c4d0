import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** Of one run; the next run takes the others. */
const rowsMax = 500

/** Lists instances whose slots are for another one, and whose renters do not know yet. */
export async function listToAnnounce(db: Db): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select instance.id from rentals rental join instances instance on instance.id = rental.instance_id
    where rental.interrupted_at is not null and rental.slots_held
      and instance.desired = 'running' and instance.interrupted_at is null
    order by rental.interrupted_at, instance.id limit ${rowsMax}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists instances whose notice has passed. */
export async function listToStop(db: Db, now: Date): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from instances where interrupted_at <= ${now} and desired = 'running'
    order by interrupted_at, id limit ${rowsMax}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists instances that waited for their slots, on which nothing else runs any more. */
export async function listReady(db: Db): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from instances
    where awaits_slots and desired = 'running' and not exists (
      select 1 from slots where slots.instance_id = instances.id and vacating_instance_id is not null)
    order by id limit ${rowsMax}`.execute(db)
  return rows.map(({ id }) => id)
}
