import type { FilterEffect } from '@gridloom/contract/market/offer'
import { filterRules } from '@gridloom/domain/explain'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { type FilterCondition, onTheMarket } from './offer-filters.ts'

/**
 * Returns the number of offers that each filter excludes alone, in one pass over the market: an offer that fails
 * exactly one filter counts for it. Filters that exclude none alone are left out.
 */
export async function countEffects(
  db: Db,
  conditions: readonly FilterCondition[],
): Promise<FilterEffect[]> {
  const failures = sql.join(
    conditions.map(({ passes }) => sql`case when ${passes} then 0 else 1 end`),
    sql` + `,
  )
  const failing = sql.join(
    conditions.map(({ filter, passes }) => sql`when not (${passes}) then ${filter}::text`),
    sql` `,
  )
  const figures = sql.join(
    conditions.map(({ passes, figure }) => sql`when not (${passes}) then ${figure}`),
    sql` `,
  )
  const most = conditions.map(({ filter }) => filter).filter((name) => filterRules[name] === 'most')
  const { rows } = await sql<FilterEffect>`
    with alone as materialized (
      select case ${failing} end as filter, case ${figures} end as figure,
        offer.price_micro_usd_per_hour as price
      from offers offer where ${onTheMarket} and ${failures} = 1),
    nearest as (
      select filter, case when filter = any(${most}::text[]) then min(figure) else max(figure) end as figure
      from alone group by filter)
    select filter, count(*) as removed, nearest.figure as relax_to,
      count(*) filter (where alone.figure = nearest.figure or nearest.figure is null) as gained,
      min(price) filter (where alone.figure = nearest.figure or nearest.figure is null)
        as cheapest_micro_usd_per_hour
    from alone join nearest using (filter)
    group by filter, nearest.figure`.execute(db)
  return rows
}
