import type { OfferKind } from '@gridloom/contract/market/offer-filters'
import type { PriceHistory } from '@gridloom/contract/statistics/statistics'
import type { Db } from '../../platform/database/connect.ts'
import { findPrice, listDailyPrices } from './market-prices-store.ts'

const dayMs = 24 * 60 * 60 * 1_000
const daysShown = 30

/** Returns the price of a kind of offer now, and its median on each of the last 30 days. */
export async function readPriceHistory(
  db: Db,
  { kind, now }: { kind: OfferKind; now: Date },
): Promise<PriceHistory> {
  const today = now.getTime() - (now.getTime() % dayMs)
  const since = new Date(today - (daysShown - 1) * dayMs)
  const [price, days] = await Promise.all([
    findPrice(db, kind),
    listDailyPrices(db, { kind, since }),
  ])
  return { now: price, days }
}
