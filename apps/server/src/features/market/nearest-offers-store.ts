import { nearestMax } from '@gridloom/contract/market/endpoints'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { filterRules } from '@gridloom/domain/explain'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { conditionsOf, type FilterCondition, onTheMarket } from './offer-filters.ts'
import type { OfferWithMachine } from './offer-view.ts'
import { offerFacts, offerJoins } from './offers-store.ts'

/** Filters that no offer shown as similar may miss: other hardware is of no use, and isolation is safety. */
const neverMissed: ReadonlySet<string> = new Set(['kind', 'isolation'])

/** The distance for missing a filter without degrees, as a natural logarithm: 0.7 is a figure missed by half. */
const missedExactly = { gpu_model: 1, image: 0.2 } as const
const farthest = 5

/** Returns the nearest free offers: one pass over the market, then the facts of the few that are shown. */
export async function findNearest(
  db: Db,
  filters: OfferFilters,
  now: Date,
): Promise<OfferWithMachine[]> {
  const conditions = conditionsOf(filters)
  const kept = conditions
    .filter(({ filter }) => neverMissed.has(filter))
    .map(({ passes }) => sql` and ${passes}`)
  const missed = conditions
    .filter(({ filter }) => !neverMissed.has(filter))
    .map((condition) => sql` + ${distance(condition, filters)}`)
  const { rows } = await sql<OfferWithMachine>`
    with nearest as materialized (
      select offer.id, row_number() over (order by 0::float8${sql.join(missed, sql``)},
        offer.price_micro_usd_per_hour, offer.id) as place
      from offers offer where ${onTheMarket}${sql.join(kept, sql``)}
      order by place limit ${nearestMax})
    select ${offerFacts} from nearest join offers offer on offer.id = nearest.id ${offerJoins(now)}
    order by nearest.place`.execute(db)
  return rows
}

/** How far an offer misses one filter: the logarithm of the ratio, so that half of 8 counts as half of 80. */
function distance(
  { filter, passes, figure }: FilterCondition,
  filters: OfferFilters,
): RawBuilder<number> {
  const wanted = filters[filter]
  if (typeof wanted !== 'number') {
    const missed = filter === 'image' ? missedExactly.image : missedExactly.gpu_model
    return sql`case when ${passes} then 0 else ${missed}::float8 end`
  }
  // One more in both keeps the logarithm finite; an unknown figure counts as 0.
  const known = sql`(coalesce(${figure}, 0) + 1)`
  const asked = sql`${wanted + 1}::float8`
  const ratio = filterRules[filter] === 'most' ? sql`${known} / ${asked}` : sql`${asked} / ${known}`
  return sql`greatest(0, least(${farthest}::float8, ln(${ratio})))`
}
