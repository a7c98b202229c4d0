import type { MachineId } from '@gridloom/contract/core/ids'
import type { PriceDay } from '@gridloom/contract/prices/prices'
import type { PriceLevel } from '@gridloom/domain/prices/suggest-price'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { PricesTables } from './schema.ts'

export type LatestHour = PricesTables['price_hours'] & {
  last: (Pick<PricesTables['price_last_rentals'], 'micro_usd_per_hour'> & { at: string }) | null
}

/** Returns the newest hour of each kind of hardware since a time, with its last order. */
export async function listLatestHours(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<LatestHour[]> {
  const { rows } = await sql<LatestHour>`
    select hour.*, last.last from (
      select distinct on (hardware_class) * from price_hours where hour >= ${since}
      order by hardware_class, hour desc) hour
    left join lateral (
      select json_build_object('micro_usd_per_hour', micro_usd_per_hour, 'at', at) as last
      from price_last_rentals where hardware_class = hour.hardware_class
      order by day desc limit 1) last on true
    order by hour.units_listed desc, hour.hardware_class limit ${limit}`.execute(db)
  return rows
}

export interface MedianDay {
  hardware_class: string
  day: string
  median_micro_usd_per_hour: number
}

/** Returns the medians of the days since a day, oldest first. */
export async function listMedianDays(
  db: Db,
  { classes, since }: { classes: readonly string[]; since: string },
): Promise<MedianDay[]> {
  const { rows } = await sql<MedianDay>`
    select hardware_class, to_char(day, 'YYYY-MM-DD') as day, median_micro_usd_per_hour
    from price_days where hardware_class = any(${[...classes]}::text[]) and day >= ${since}::date
    order by hardware_class, day`.execute(db)
  return rows
}

const dayColumns = sql`to_char(day, 'YYYY-MM-DD') as day, hardware_class, p10_micro_usd_per_hour,
  median_micro_usd_per_hour, p90_micro_usd_per_hour, paid_median_micro_usd_per_hour,
  last_rented_micro_usd_per_hour, unit_hours_listed, unit_hours_rented`

/** Returns the days of one kind of hardware since a day, oldest first. */
export async function listDays(
  db: Db,
  { hardwareClass, since }: { hardwareClass: string; since: string },
): Promise<PriceDay[]> {
  const { rows } = await sql<PriceDay>`select ${dayColumns} from price_days
    where hardware_class = ${hardwareClass} and day >= ${since}::date order by price_days.day`.execute(
    db,
  )
  return rows
}

/** Returns all days from one day to before another, by day and hardware. */
export async function listDaysBetween(
  db: Db,
  { from, before }: { from: string; before: string },
): Promise<PriceDay[]> {
  const { rows } = await sql<PriceDay>`select ${dayColumns} from price_days
    where day >= ${from}::date and day < ${before}::date
    order by price_days.day, hardware_class`.execute(db)
  return rows
}

/** Returns the months that have days before a day, newest first. */
export async function listMonths(db: Db, before: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(day, 'YYYY-MM') as month from price_days where day < ${before}::date
    order by month desc limit 1200`.execute(db)
  return rows.map((row) => row.month)
}

/** The units of a machine that have one price. */
export interface AskedUnits {
  hardware_class: string
  asked_micro_usd_per_hour: number
}

/** Returns the prices of a machine, whether it is listed or not. */
export async function listAsked(db: Db, machineId: MachineId): Promise<AskedUnits[]> {
  const { rows } = await sql<AskedUnits>`
    select slot_group as hardware_class, round(price_micro_usd_per_hour
      / case when kind = 'cpu' then greatest(vcpus, 0.01) else 1 end)::bigint as asked_micro_usd_per_hour
    from offers where machine_id = ${machineId} and slots_total > 0 order by slot_group limit 17`.execute(
    db,
  )
  return rows
}

/** Returns the use of the prices of one kind of hardware since a day. */
export async function listLevels(
  db: Db,
  { hardwareClass, since }: { hardwareClass: string; since: string },
): Promise<PriceLevel[]> {
  const { rows } = await sql<PriceLevel>`
    select level, sum(unit_hours_listed) as "unitHoursListed", sum(unit_hours_rented) as "unitHoursRented",
      sum(micro_usd_listed) as "microUsdListed"
    from price_levels where hardware_class = ${hardwareClass} and day >= ${since}::date
    group by level order by level`.execute(db)
  return rows
}
