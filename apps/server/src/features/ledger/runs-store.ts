import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** Runs that are returned at most. */
const runsMax = 5_000

/**
 * Returns the runs of an instance that ended after `since`, oldest first: its charged intervals of running, of which those
 * within two minutes of each other are one.
 */
export async function readRuns(
  db: Db,
  instanceId: InstanceId,
  since: Date,
): Promise<{ from: Date; to: Date }[]> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    with spans as (
      select from_at, to_at, from_at - lag(to_at) over (order by from_at) as gap
      from usage_intervals
      where instance_id = ${instanceId} and kind = 'running' and to_at > ${since}),
    runs as (
      select from_at, to_at,
        count(*) filter (where gap > interval '2 minutes') over (order by from_at) as run
      from spans)
    select max(to_at) as "to", min(from_at) as "from" from runs
    group by run order by 2 limit ${runsMax}`.execute(db)
  return rows
}
