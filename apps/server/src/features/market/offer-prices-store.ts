import type { MachineId } from '@gridloom/contract/core/ids'
import type { Machine } from '@gridloom/contract/machines/machine'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { OfferRow } from './schema.ts'

/** How many days of prices an offer shows. */
export const priceDaysShown = 30

/** Records the prices of offers for a day (UTC): the last one of the day stays. */
export async function insertOfferPrices(
  { db }: Tx,
  offers: readonly Pick<OfferRow, 'id' | 'price_micro_usd_per_hour'>[],
  at: Date,
): Promise<void> {
  if (offers.length === 0) return
  await sql`insert into offer_price_days (offer_id, day, micro_usd_per_hour)
    select id, (${at}::timestamptz at time zone 'UTC')::date, price from unnest(
      ${offers.map(({ id }) => id)}::text[],
      ${offers.map((offer) => offer.price_micro_usd_per_hour)}::bigint[]) as changed (id, price)
    on conflict (offer_id, day) do update set micro_usd_per_hour = excluded.micro_usd_per_hour`.execute(
    db,
  )
}

export type SlotPrices = Machine['slot_prices']

/** Returns the prices of each machine's slots over the days that are shown, in one query. */
export async function listSlotPrices(
  db: Db,
  ids: readonly MachineId[],
): Promise<Map<MachineId, SlotPrices>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ machine_id: MachineId; prices: SlotPrices }>`
    select machine_id, json_agg(json_build_object('gpu_model', gpu_model, 'days', days) order by id) as prices
    from (select offer.machine_id, offer.id, offer.gpu_model, json_agg(
          json_build_object('day', day, 'micro_usd_per_hour', micro_usd_per_hour) order by day) as days
        from offers offer join offer_price_days price on price.offer_id = offer.id
        where offer.machine_id = any(${ids}) group by offer.id) as priced
    group by machine_id`.execute(db)
  return new Map(rows.map(({ machine_id: id, prices }) => [id, prices]))
}

/** Deletes prices from before the days that are shown, except the last one: it was the price when they began. */
export async function deleteOldPrices({ db }: Tx, now: Date): Promise<void> {
  await sql`delete from offer_price_days old
    where day < (${now}::timestamptz at time zone 'UTC')::date - ${priceDaysShown}::int
      and exists (select 1 from offer_price_days later where later.offer_id = old.offer_id
        and later.day > old.day and later.day <= (${now}::timestamptz at time zone 'UTC')::date - ${priceDaysShown}::int)`.execute(
    db,
  )
}
