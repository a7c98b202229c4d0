import type { OfferKind } from '@gridloom/contract/market/offer-filters'
import type { MarketPrice, PriceHistory } from '@gridloom/contract/statistics/statistics'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { onTheMarket } from './offers-store.ts'

const prices = sql`min(offer.price_micro_usd_per_hour) as lowest_micro_usd_per_hour,
  percentile_disc(0.5) within group (order by offer.price_micro_usd_per_hour) as median_micro_usd_per_hour,
  count(*)::int as offers`

/** Stores the prices of this hour, unless they were stored already. */
export async function insertMarketPrices({ db }: Tx, hour: Date): Promise<void> {
  await sql`insert into market_prices (kind, hour, lowest_micro_usd_per_hour, median_micro_usd_per_hour, offers)
    select offer.kind, ${hour}, ${prices} from offers offer where ${onTheMarket} group by offer.kind
    on conflict do nothing`.execute(db)
}

export async function deletePricesBefore({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from market_prices where hour < ${before}`.execute(db)
}

/** Returns the prices of a kind of offer that can be rented now; `null` if there is none. */
export async function findPrice(db: Db, kind: OfferKind): Promise<MarketPrice | null> {
  const { rows } = await sql<MarketPrice>`select ${prices} from offers offer
    where ${onTheMarket} and offer.kind = ${kind} having count(*) > 0`.execute(db)
  return rows[0] ?? null
}

/** Returns the median price of each day (UTC) since a time, oldest first. */
export async function listDailyPrices(
  db: Db,
  { kind, since }: { kind: OfferKind; since: Date },
): Promise<PriceHistory['days']> {
  const { rows } = await sql<PriceHistory['days'][number]>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day,
      percentile_disc(0.5) within group (order by median_micro_usd_per_hour) as median_micro_usd_per_hour
    from market_prices where kind = ${kind} and hour >= ${since} group by day order by day`.execute(
    db,
  )
  return rows
}
