import type { MachineId } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** GPUs of one machine that have a history: a machine that reports ever new ones gets no more rows. */
const gpusPerMachine = 128
/** PostgreSQL's `integer`. */
const integerMax = 2 ** 31 - 1

/** Machines with samples of hours that are over and not rolled up, by id, after one. */
export async function listUnrolled(
  db: Db,
  { before, after, limit }: { before: Date; after: MachineId | ''; limit: number },
): Promise<MachineId[]> {
  const { rows } = await sql<{ id: MachineId }>`
    select distinct machine_id as id from machine_minutes minute
    where at < ${before} and machine_id > ${after} and ${isUnrolled}
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const isUnrolled = sql<boolean>`not exists (select 1 from machine_load_hours hour
  where hour.machine_id = minute.machine_id and hour.at = date_trunc('hour', minute.at, 'UTC'))`

/** Sums up the samples of these machines in hours before a time; hours that are there stay as they are. */
export async function rollUpHours(
  { db }: Tx,
  ids: readonly MachineId[],
  before: Date,
): Promise<void> {
  // GPUs first: the rows of machines say which hours are done.
  await insertGpus(db, ids, before)
  await insertGpuHours(db, ids, before)
  await sql`insert into machine_load_hours
    select machine_id, date_trunc('hour', at, 'UTC'), count(*),
      min(cpu_percent), avg(cpu_percent)::real, max(cpu_percent),
      min(memory_used_mib), round(avg(memory_used_mib)), max(memory_used_mib),
      sum(slots), sum(slots_rented)
    from machine_minutes minute where machine_id = any(${ids}) and at < ${before}
    group by 1, 2 on conflict do nothing`.execute(db)
}

/** Numbers the GPUs of these machines that are new, and notes when the others were last seen. */
async function insertGpus(db: Db, ids: readonly MachineId[], before: Date): Promise<void> {
  await sql`with seen as (
      select machine_id, gpu ->> 'uuid' as uuid, max(at) as at
      from machine_minutes minute cross join lateral jsonb_array_elements(gpus) gpu
      where machine_id = any(${ids}) and at < ${before} and ${isUnrolled} group by 1, 2),
    ranked as (
      select seen.*, known.id is not null as is_known, row_number() over (
          partition by seen.machine_id order by known.id nulls last, seen.uuid) as nth,
        count(known.id) over (partition by seen.machine_id) as known_here,
        (select count(*) from gpus where gpus.machine_id = seen.machine_id) as known_ever
      from seen left join gpus known on known.machine_id = seen.machine_id and known.uuid = seen.uuid)
    insert into gpus (machine_id, uuid, seen_at)
    select machine_id, uuid, at from ranked
    where is_known or nth - known_here + known_ever <= ${gpusPerMachine}
    on conflict (machine_id, uuid) do update set seen_at = excluded.seen_at`.execute(db)
}

/** The columns of a sensor: its least, average and greatest value, as whole numbers. */
function rangeOf(sensor: string): RawBuilder<unknown> {
  const value = sql.ref(`reading.${sensor}`)
  return sql`round(min(${value})), round(avg(${value})), round(max(${value}))`
}

/** Heat and faults, as `isThrottled` of the domain; gains are those of the error counter since the sample before. */
async function insertGpuHours(db: Db, ids: readonly MachineId[], before: Date): Promise<void> {
  await sql`with reading as (
      select machine_id, at, gpu.*,
        gpu.ecc_uncorrected - lag(gpu.ecc_uncorrected) over (partition by machine_id, gpu.uuid order by at) as gained,
        gpu.throttle_reasons ?| array['hw_slowdown', 'sw_thermal', 'hw_thermal', 'hw_power_brake'] as is_slow
      from machine_minutes cross join lateral jsonb_to_recordset(gpus) as gpu(uuid text,
        temperature_c float8, power_w float8, utilization_percent float8, memory_used_mib int,
        sm_clock_mhz int, memory_clock_mhz int, fan_percent float8, ecc_uncorrected int, throttle_reasons jsonb)
      where machine_id = any(${ids}) and at < ${before})
    insert into gpu_hours
    select known.id, date_trunc('hour', reading.at, 'UTC'), least(60, count(*)),
      ${rangeOf('temperature_c')}, ${rangeOf('power_w')}, ${rangeOf('utilization_percent')},
      ${rangeOf('memory_used_mib')}, ${rangeOf('sm_clock_mhz')}, ${rangeOf('memory_clock_mhz')},
      ${rangeOf('fan_percent')},
      case when count(is_slow) > 0 then least(60, count(*) filter (where is_slow)) end,
      case when count(ecc_uncorrected) > 0 then least(${integerMax}, coalesce(sum(greatest(0, gained::bigint)), 0)) end
    from reading join gpus known on known.machine_id = reading.machine_id and known.uuid = reading.uuid
    group by 1, 2 on conflict do nothing`.execute(db)
}

/** Deletes hours before a time, and GPUs that were not seen since. */
export async function deleteHoursBefore({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from machine_load_hours where at < ${before}`.execute(db)
  await sql`delete from gpu_hours where at < ${before}`.execute(db)
  await sql`delete from gpus where seen_at < ${before}`.execute(db)
}
