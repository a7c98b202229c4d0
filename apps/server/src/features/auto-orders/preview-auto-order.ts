import type {
  AutoOrderPreview,
  AutoOrderPreviewQuery,
} from '@gridloom/contract/auto-orders/auto-order'
import { priceMatches, readFilters } from '../market/index.ts'
import type { AutoOrdersCtx } from './ctx.ts'

/** Counts the offers that an automatic order would match now. @throws Refused `query_invalid`, `access_code_required` */
export async function previewAutoOrder(
  ctx: Pick<AutoOrdersCtx, 'actor' | 'db' | 'clock' | 'offerIndex'>,
  wanted: AutoOrderPreviewQuery,
): Promise<AutoOrderPreview> {
  const { slots, disk_gb: diskGb, max_price_micro_usd_per_hour: most } = wanted
  const filters = readFilters(ctx, wanted.query)
  const { matches, offers } = await priceMatches(ctx, filters, { slots, diskGb })
  const cheapest = offers[0]?.microUsdPerHour ?? null
  return {
    matches,
    cheapest_micro_usd_per_hour: cheapest,
    rents_now: cheapest !== null && most !== undefined && cheapest <= most,
  }
}
