import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { createAlert } from './alerts/create-alert.ts'
import { deleteAlert } from './alerts/delete-alert.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { createQuote, type QuotePorts } from './create-quote.ts'
import type { MarketAdapters } from './ctx.ts'
import { explainSearch } from './explain-search.ts'
import { exportOffers } from './export-offers.ts'
import { nearestOffers } from './nearest-offers.ts'
import { offerFacets } from './offer-facets.ts'
import { readOffer } from './read-offer.ts'
import { searchOffers } from './search-offers.ts'
import { changeSearch } from './searches/change-search.ts'
import { createSearch } from './searches/create-search.ts'
import { deleteSearch } from './searches/delete-search.ts'
import { listSearches } from './searches/search-view.ts'

/** Mounts the `market` area of the contract. */
export function marketRoutes(routes: Routes<Ctx & MarketAdapters>, all: QuotePorts): void {
  const { market } = api
  routes.on(market.search, (ctx, { query }) => searchOffers(ctx, query))
  routes.download(market.csv, (ctx, { query }) => exportOffers(ctx, query))
  routes.on(market.facets, (ctx, { query }) => offerFacets(ctx, query))
  routes.on(market.explain, (ctx, { query }) => explainSearch(ctx, query))
  routes.on(market.nearest, (ctx, { query }) => nearestOffers(ctx, query))
  routes.on(market.read, (ctx, { params }) => readOffer(ctx, params.id))
  routes.on(market.listAlerts, (ctx) => listAlerts(ctx))
  routes.on(market.createAlert, (ctx, { body }) => createAlert(ctx, body))
  routes.on(market.deleteAlert, async (ctx, { params }) => {
    await deleteAlert(ctx, params.id)
    return {}
  })
  routes.on(market.listSearches, (ctx) => listSearches(ctx))
  routes.on(market.createSearch, (ctx, { body }) => createSearch(ctx, body))
  routes.on(market.changeSearch, (ctx, { params, body }) => changeSearch(ctx, params.id, body))
  routes.on(market.deleteSearch, async (ctx, { params }) => {
    await deleteSearch(ctx, params.id)
    return {}
  })
  routes.on(market.quote, (ctx, { body }) => createQuote(ctx, body, all))
}
