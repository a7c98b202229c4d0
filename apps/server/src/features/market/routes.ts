import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { createQuote, type QuotePorts } from './create-quote.ts'
import { explainSearch } from './explain-search.ts'
import { readOffer } from './read-offer.ts'
import { searchOffers } from './search-offers.ts'

/** Mounts the `market` area of the contract. */
export function marketRoutes(routes: Routes<Ctx>, all: QuotePorts): void {
  const { market } = api
  routes.on(market.search, (ctx, { query }) => searchOffers(ctx, query))
  routes.on(market.explain, (ctx, { query }) => explainSearch(ctx, query))
  routes.on(market.read, (ctx, { params }) => readOffer(ctx, params.id))
  routes.on(market.quote, (ctx, { body }) => createQuote(ctx, body, all))
}
