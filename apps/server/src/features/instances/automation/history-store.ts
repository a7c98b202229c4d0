import type { HistoryMinute } from '@gridloom/domain/savings'
import { gpuWorkingPowerW, type IdleThresholds } from '@gridloom/domain/stop-rules'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { InstanceRow } from '../schema.ts'

/** A week of minutes, as long as samples are kept, and some. */
const minutesMax = 11_000

/**
 * Returns the minutes of an instance that have samples, oldest first. A minute is idle where each of its samples is, as
 * `isIdle` of the domain decides, and nobody was connected.
 */
export async function listHistoryMinutes(
  db: Db,
  { id, vcpus, gpu_uuids: own }: InstanceRow,
  { since, below }: { since: Date; below: IdleThresholds },
): Promise<HistoryMinute[]> {
  const { rows } = await sql<{ at: Date; idle: boolean | null }>`
    select date_trunc('minute', at) as at,
      case when bool_or(connected is null) then null else bool_and(
        not connected and (sample ->> 'cpu_percent')::float8 / ${vcpus}::float8 < ${below.cpu_percent}::float8
        and ${own.length}::int = (
          select count(*) from jsonb_array_elements(sample -> 'gpus') gpu
          where gpu ->> 'uuid' = any(${own}::text[])
            and (gpu ->> 'utilization_percent')::float8 < ${below.gpu_percent}::float8
            and coalesce((gpu ->> 'power_w')::float8, 0) < ${gpuWorkingPowerW}::float8)) end as idle
    from instance_metrics
    where instance_id = ${id} and at > ${since}
    group by 1 order by 1 limit ${minutesMax}`.execute(db)
  return rows.map(({ at, idle }) => ({ atMs: at.getTime(), idle }))
}
