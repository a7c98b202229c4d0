import type { OfferSearch } from '@gridloom/contract/market/offer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { conditionsOf, onTheMarket, rentedOut, sortColumns } from './offer-filters.ts'
import type { OfferWithMachine } from './offer-view.ts'
import { offerFacts, offerJoins } from './offers-store.ts'

interface Bounds {
  countedMax: number
  now: Date
}

/**
 * Returns one page, and how many offers match: counted to one more than `countedMax` (or to the end of the page). One
 * scan of the sort's index gives both; only the rows of the page are read from the tables.
 */
export async function findOffers(
  db: Db,
  search: OfferSearch,
  bounds: Bounds,
): Promise<{ rows: OfferWithMachine[]; found: number }> {
  const { rows } = await offerSearchQuery(search, bounds).execute(db)
  const found = rows[0]?.found ?? 0
  // A page without a match still has one row, for the count: it has no offer.
  return { rows: rows.filter((row) => row.id !== null), found }
}

/** The statement behind {@link findOffers}. */
export function offerSearchQuery(
  search: OfferSearch,
  { countedMax, now }: Bounds,
): RawBuilder<OfferWithMachine & { found: number }> {
  const column = sql.ref(`offer.${sortColumns[search.sort]}`)
  const order = sql.raw(search.order)
  const rented = search.availability === 'rented'
  const conditions = conditionsOf(search, rented ? 'slots_total' : 'slots_free').map(
    (condition) => sql` and ${condition.passes}`,
  )
  const skipped = (search.page - 1) * search.page_size
  const read = Math.max(countedMax + 1, skipped + search.page_size)
  return sql`
    with found as materialized (
      select offer.id, row_number() over (order by ${column} ${order}, offer.id ${order}) as place
      from offers offer
      where ${rented ? rentedOut : onTheMarket}${sql.join(conditions, sql``)}
      order by ${column} ${order}, offer.id ${order}
      limit ${read})
    select counted.found, shown.*
    from (select count(*) as found from found) counted
    left join (
      select found.place, ${offerFacts}
      from found join offers offer on offer.id = found.id ${offerJoins(now)}
      where found.place > ${skipped} and found.place <= ${skipped + search.page_size}) shown on true
    order by shown.place`
}
