import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** The share of the last 24 h that machines were online, by the same rule as `uptimePercent`. */
export async function updateUptimes({ db }: Tx, now: Date): Promise<void> {
  await sql`update offers set uptime_percent = fresh.percent
    from (
      select heartbeat.machine_id, least(100, round((heartbeat.online_ms - hour.online_ms)
        / (extract(epoch from ${now}::timestamptz - hour.at) * 1000) * 1000) / 10)::float8 as percent
      from machine_heartbeats heartbeat
      join lateral (select at, online_ms from machine_hours
        where machine_id = heartbeat.machine_id and at >= ${now}::timestamptz - interval '24 hours'
        order by at limit 1) hour on hour.at < ${now}) fresh
    where offers.machine_id = fresh.machine_id and offers.visible
      and offers.uptime_percent is distinct from fresh.percent`.execute(db)
}

/** The median time from order to ready of the last ten instances of each machine, of the last 30 days. */
export async function updateReadyTimes({ db }: Tx, now: Date): Promise<void> {
  await sql`update offers set ready_s = fresh.seconds
    from (
      select machine_id, round(percentile_cont(0.5) within group (
        order by extract(epoch from ready_at - created_at)))::int as seconds
      from (
        select machine_id, ready_at, created_at,
          row_number() over (partition by machine_id order by created_at desc) as place
        from instances
        where ready_at is not null and created_at >= ${now}::timestamptz - interval '30 days') started
      where place <= 10 group by machine_id) fresh
    where offers.machine_id = fresh.machine_id and offers.visible
      and offers.ready_s is distinct from fresh.seconds`.execute(db)
}
