import type { OfferId } from '@gridloom/contract/core/ids'
import { levelRatio } from '@gridloom/domain/prices/suggest-price'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** Units of one slot: a GPU, or the threads of a share of CPUs. */
const units = sql`case when offer.kind = 'cpu' then greatest(offer.vcpus, 0.01) else 1 end`
const unitPrice = sql`round(offer.price_micro_usd_per_hour / (${units}))::bigint`
/** What a renter pays for a unit: without the disk, at the disk's present price. */
const paid = sql`round(greatest(0, rental.micro_usd_per_hour
  - rental.disk_gb::bigint * offer.disk_gb_micro_usd_per_hour) / (rental.slots * (${units})))::bigint`

/** Stores the prices of an hour, unless they were stored already. Returns the hardware that it has stored. */
export async function insertHour({ db }: Tx, hour: Date): Promise<string[]> {
  const { rows } = await sql<{ hardware_class: string }>`
    with asked as (
      select offer.slot_group,
        percentile_disc(array[0.1, 0.5, 0.9]) within group (order by ${unitPrice}) as price
      from offers offer cross join lateral generate_series(1, offer.slots_total)
      where offer.visible group by offer.slot_group),
    listed as (
      select offer.slot_group, sum(offer.slots_total * (${units})) as units,
        sum((offer.slots_total - offer.slots_free) * (${units})) as rented
      from offers offer where offer.visible group by offer.slot_group),
    rented as (
      select offer.slot_group, percentile_disc(0.5) within group (order by ${paid}) as price
      from rentals rental join offers offer on offer.id = rental.offer_id
      where rental.slots_held and not exists (select 1 from slots
        where slots.instance_id = rental.instance_id and slots.reservation_id is not null)
      group by offer.slot_group)
    insert into price_hours (hardware_class, hour, p10_micro_usd_per_hour, median_micro_usd_per_hour,
      p90_micro_usd_per_hour, paid_median_micro_usd_per_hour, units_listed, units_rented)
    select slot_group, ${hour}, asked.price[1], asked.price[2], asked.price[3], rented.price,
      listed.units, listed.rented
    from asked join listed using (slot_group) left join rented using (slot_group)
    on conflict do nothing returning hardware_class`.execute(db)
  return rows.map((row) => row.hardware_class)
}

/** Adds the hour that was just stored to the use of each price. */
export async function addLevels(
  { db }: Tx,
  { classes, hour }: { classes: readonly string[]; hour: Date },
): Promise<void> {
  const level = sql`floor(ln(greatest(1, ${unitPrice})) / ln(${levelRatio}::float8))::int`
  await sql`insert into price_levels (hardware_class, day, level, unit_hours_listed, unit_hours_rented, micro_usd_listed)
    select offer.slot_group, (${hour}::timestamptz at time zone 'UTC')::date, ${level},
      sum(offer.slots_total * (${units})), sum((offer.slots_total - offer.slots_free) * (${units})),
      sum(${unitPrice} * offer.slots_total * (${units}))
    from offers offer where offer.visible and offer.slot_group = any(${[...classes]}::text[])
    group by 1, 2, 3
    on conflict (hardware_class, day, level) do update set
      unit_hours_listed = price_levels.unit_hours_listed + excluded.unit_hours_listed,
      unit_hours_rented = price_levels.unit_hours_rented + excluded.unit_hours_rented,
      micro_usd_listed = price_levels.micro_usd_listed + excluded.micro_usd_listed`.execute(db)
}

/** Sums up the days (UTC) since a time from their hours. */
export async function rollUpDays({ db }: Tx, since: Date): Promise<void> {
  const middle = (column: string) =>
    sql`percentile_disc(0.5) within group (order by hour.${sql.ref(column)})`
  await sql`insert into price_days (hardware_class, day, p10_micro_usd_per_hour, median_micro_usd_per_hour,
      p90_micro_usd_per_hour, paid_median_micro_usd_per_hour, unit_hours_listed, unit_hours_rented,
      last_rented_micro_usd_per_hour)
    select day.*, last.micro_usd_per_hour from (
      select hour.hardware_class, (hour.hour at time zone 'UTC')::date as day,
        ${middle('p10_micro_usd_per_hour')}, ${middle('median_micro_usd_per_hour')},
        ${middle('p90_micro_usd_per_hour')}, ${middle('paid_median_micro_usd_per_hour')},
        sum(hour.units_listed), sum(hour.units_rented)
      from price_hours hour
      where hour.hour >= date_trunc('day', ${since}::timestamptz at time zone 'UTC') at time zone 'UTC'
      group by 1, 2) day
    left join price_last_rentals last using (hardware_class, day)
    on conflict (hardware_class, day) do update set
      p10_micro_usd_per_hour = excluded.p10_micro_usd_per_hour,
      median_micro_usd_per_hour = excluded.median_micro_usd_per_hour,
      p90_micro_usd_per_hour = excluded.p90_micro_usd_per_hour,
      paid_median_micro_usd_per_hour = excluded.paid_median_micro_usd_per_hour,
      last_rented_micro_usd_per_hour = excluded.last_rented_micro_usd_per_hour,
      unit_hours_listed = excluded.unit_hours_listed,
      unit_hours_rented = excluded.unit_hours_rented`.execute(db)
}

/** An order, with the price of all its slots and their disk. */
export interface OrderedUnits {
  offerId: OfferId
  slots: number
  diskGb: number
  microUsdPerHour: number
  at: Date
}

/** Notes the price of an order as the last one of its day, unless a later one is noted. */
export async function noteRental({ db }: Tx, order: OrderedUnits): Promise<void> {
  const { offerId, slots, diskGb, microUsdPerHour, at } = order
  await sql`insert into price_last_rentals (hardware_class, day, micro_usd_per_hour, at)
    select offer.slot_group, (${at}::timestamptz at time zone 'UTC')::date,
      round(greatest(0, ${microUsdPerHour}::bigint - ${diskGb}::bigint * offer.disk_gb_micro_usd_per_hour)
        / (${slots}::int * (${units})))::bigint, ${at}
    from offers offer where offer.id = ${offerId}
    on conflict (hardware_class, day) do update
      set micro_usd_per_hour = excluded.micro_usd_per_hour, at = excluded.at
      where price_last_rentals.at <= excluded.at`.execute(db)
}

/** Deletes what is only read for the time after `before`; days stay. */
export async function deleteOld({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from price_hours where hour < ${before}`.execute(db)
  await sql`delete from price_levels where day < (${before}::timestamptz at time zone 'UTC')::date`.execute(
    db,
  )
  await sql`delete from price_last_rentals where day < (${before}::timestamptz at time zone 'UTC')::date`.execute(
    db,
  )
}
