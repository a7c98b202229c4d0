import type { MachineId } from '@gridloom/contract/core/ids'
import type { HistoryPoint, SensorRange } from '@gridloom/contract/monitoring/history'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** A sensor's columns of an hour as one value; `null` where it was not measured. */
function rangeOf(sensor: string) {
  const column = (end: string) => sql.ref(`${sensor}_${end}`)
  return sql<SensorRange | null>`case when ${column('avg')} is not null then json_build_object(
    'min', ${column('min')}, 'avg', ${column('avg')}, 'max', ${column('max')}) end`.as(sensor)
}

type PointRow = Omit<HistoryPoint, 'at'> & { at: Date }

/** Returns the hours of a machine's CPUs and main memory since a time, oldest first. */
export async function listLoadHours(
  db: Db,
  machineId: MachineId,
  since: Date,
): Promise<Pick<PointRow, 'at' | 'cpu_percent' | 'memory_used_mib'>[]> {
  const { rows } = await sql<Pick<PointRow, 'at' | 'cpu_percent' | 'memory_used_mib'>>`
    select at, ${rangeOf('cpu_percent')}, ${rangeOf('memory_used_mib')}
    from machine_load_hours where machine_id = ${machineId} and at >= ${since}
    order by at desc limit 720`.execute(db)
  return rows.toReversed()
}

/** Returns the hours of a GPU since a time, oldest first; none for a GPU that the machine never had. */
export async function listGpuHours(
  db: Db,
  { machineId, gpu, since }: { machineId: MachineId; gpu: string; since: Date },
): Promise<Omit<PointRow, 'cpu_percent'>[]> {
  const { rows } = await sql<Omit<PointRow, 'cpu_percent'>>`
    select at, ${rangeOf('temperature_c')}, ${rangeOf('power_w')}, ${rangeOf('utilization_percent')},
      ${rangeOf('memory_used_mib')}, ${rangeOf('sm_clock_mhz')}, ${rangeOf('memory_clock_mhz')},
      ${rangeOf('fan_percent')}, ecc_errors,
      (throttled_minutes * 100.0 / minutes)::float8 as throttled_percent
    from gpu_hours join gpus on gpus.id = gpu_hours.gpu_id
    where gpus.machine_id = ${machineId} and gpus.uuid = ${gpu} and at >= ${since}
    order by at desc limit 720`.execute(db)
  return rows.toReversed()
}

/** The use of a machine's slots on one UTC day. */
export interface SlotDay {
  machineId: MachineId
  /** As `2026-11-21`. */
  day: string
  slotMinutes: number
  rentedSlotMinutes: number
}

/** Returns the use of the slots of machines by day since a time: hours that are rolled up, and samples since then. */
export async function selectSlotDays(
  db: Db,
  ids: readonly MachineId[],
  since: Date,
): Promise<SlotDay[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SlotDay>`
    with times as (
      select machine_id, at, slot_minutes, rented_slot_minutes from machine_load_hours
      where machine_id = any(${ids}) and at >= ${since}
      union all
      select machine_id, at, slots, slots_rented from machine_minutes minute
      where machine_id = any(${ids}) and at >= ${since}
        and not exists (select 1 from machine_load_hours hour
          where hour.machine_id = minute.machine_id and hour.at = date_trunc('hour', minute.at, 'UTC')))
    select machine_id as "machineId", to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(slot_minutes)::bigint as "slotMinutes", sum(rented_slot_minutes)::bigint as "rentedSlotMinutes"
    from times group by 1, 2`.execute(db)
  return rows
}
