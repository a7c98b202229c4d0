import type { Offer } from '@gridloom/contract/market/offer'
import type { Ctx } from '../../ctx.ts'
import { explainText } from '../../output/explain-text.ts'
import type { Filters } from './offer-filters.ts'

interface WhyNone {
  /** What excludes offers, a line each. */
  reasons: string[]
  /** Free offers that come nearest to the filters, the nearest first. */
  similar: Offer[]
}

/** Finds out why no offer matches, and what comes near. */
export async function whyNone(
  ctx: Ctx,
  query: Filters,
  options: { rented?: boolean },
): Promise<WhyNone> {
  const { client, signal } = ctx
  const isFiltered = Object.values(query).some((value) => value !== undefined)
  const first = isFiltered ? 'No offers match these filters.' : 'No offers available right now.'
  const [effects, rented, similar] = await Promise.all([
    client.market.explain({ query, signal }),
    rentedLine(ctx, query, options),
    isFiltered ? client.market.nearest({ query, signal }) : [],
  ])
  return { reasons: [first, ...rented, ...explainText(effects)], similar }
}

/** Says how many offers would match if they were not rented. */
async function rentedLine(
  ctx: Ctx,
  filters: Filters,
  { rented }: { rented?: boolean },
): Promise<string[]> {
  if (rented) return []
  const query = { ...filters, availability: 'rented', page_size: 1 } as const
  const { total, more } = await ctx.client.market.search({ query, signal: ctx.signal })
  if (total === 0) return []
  const matching = `${total}${more ? '+' : ''} matching ${total === 1 ? 'offer is' : 'offers are'}`
  return [`${matching} rented right now. List them: add --rented`]
}
