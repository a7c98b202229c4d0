import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { sharedReading } from '../../platform/shared-reading.ts'
import { listPrices } from './list-prices.ts'
import { listOpenMonths, readPriceFile } from './open-data.ts'
import { readHistory } from './read-history.ts'
import { suggestPrices } from './suggest-prices.ts'

/** Prices change once an hour; a new hour is shown within this time. */
const sharedMs = 30_000

/** Mounts the `prices` area of the contract. */
export function priceRoutes(routes: Routes<Ctx>): void {
  const { prices } = api
  routes.on(prices.list, sharedReading(sharedMs, listPrices))
  routes.on(prices.history, (ctx, { query }) => readHistory(ctx, query))
  routes.on(prices.months, sharedReading(sharedMs, listOpenMonths))
  routes.download(prices.file, (ctx, { params }) => readPriceFile(ctx, params.name))
  routes.on(prices.suggest, (ctx, { params }) => suggestPrices(ctx, params.id))
}
