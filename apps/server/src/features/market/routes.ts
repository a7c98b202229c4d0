import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { createAlert } from './alerts/create-alert.ts'
import { deleteAlert } from './alerts/delete-alert.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { createQuote, type QuotePorts } from './create-quote.ts'
import { explainSearch } from './explain-search.ts'
import { nearestOffers } from './nearest-offers.ts'
import { readOffer } from './read-offer.ts'
import { searchOffers } from './search-offers.ts'

/** Mounts the `market` area of the contract. */
export function marketRoutes(routes: Routes<Ctx>, all: QuotePorts): void {
  const { market } = api
  routes.on(market.search, (ctx, { query }) => searchOffers(ctx, query))
  routes.on(market.explain, (ctx, { query }) => explainSearch(ctx, query))
  routes.on(market.nearest, (ctx, { query }) => nearestOffers(ctx, query))
  routes.on(market.read, (ctx, { params }) => readOffer(ctx, params.id))
  routes.on(market.listAlerts, (ctx) => listAlerts(ctx))
  routes.on(market.createAlert, (ctx, { body }) => createAlert(ctx, body))
  routes.on(market.deleteAlert, async (ctx, { params }) => {
    await deleteAlert(ctx, params.id)
    return {}
  })
  routes.on(market.quote, (ctx, { body }) => createQuote(ctx, body, all))
}
