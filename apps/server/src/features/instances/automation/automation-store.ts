import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** Of one run; the next run takes the others. */
const rowsMax = 500

/** Lists instances that are up and whose rules may stop them until `soon`, or announced a stop. */
export async function listStopsNear(db: Db, soon: Date): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from instances
    where desired = 'running' and state not in ('stopped', 'failed', 'destroyed') and (
      stop_announced_at is not null
      or stop_at <= ${soon}
      or run_since + make_interval(secs => stop_after_s) <= ${soon}
      or idle_since + make_interval(mins => (stop_idle ->> 'minutes')::int) <= ${soon}
      or next_stop_at <= ${soon})
    order by id limit ${rowsMax}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists instances whose schedule has a start or a stop that is due, or a start to try again. */
export async function listScheduleDue(db: Db, now: Date): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from instances
    where desired <> 'destroyed' and (next_start_at <= ${now} or start_retry_at <= ${now}
      or (next_stop_at <= ${now} and (desired = 'stopped' or state in ('stopped', 'failed'))))
    order by id limit ${rowsMax}`.execute(db)
  return rows.map(({ id }) => id)
}
