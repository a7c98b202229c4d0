import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { priceOrder } from '@gridloom/domain/pricing'
import {
  type AppNeed,
  countFitting,
  findFitting,
  findPriced,
  type MatchedNeed,
} from './app-offers-store.ts'
import { listMatches } from './columns/list-matches.ts'
import type { SearchCtx } from './ctx.ts'
import { offerView } from './offer-view.ts'
import { pricingOf } from './pricing-of.ts'

interface OrderSize {
  slots: number
  diskGb: number
}

/** A free offer that fits an app. */
export interface FittingOffer {
  offer: Offer
  /** The all-in price while it runs. */
  microUsdPerHour: number
  /** Whether its machine has the image. */
  held: boolean
}

/** Lists the free offers that an app could run on, the cheapest ones first. */
export async function listFitting(
  ctx: SearchCtx,
  need: AppNeed,
  { size, except }: { size: OrderSize; except: readonly OfferId[] },
): Promise<FittingOffer[]> {
  const now = ctx.clock.now()
  const rows = await findFitting(ctx.db, await matched(ctx, need), { now, except })
  return rows.map((row) => ({
    offer: offerView(ctx, row, now),
    microUsdPerHour: allIn(row, size),
    held: row.images.includes(need.image),
  }))
}

/** What the market has for an app now. */
export interface AppMarket {
  offers: number
  heldMachines: number
  /** The all-in price of the cheapest offer; `null`: none is free. */
  fromMicroUsdPerHour: number | null
}

/** Sums up the free offers that an app could run on. */
export async function readAppMarket(
  ctx: Omit<SearchCtx, 'actor'>,
  need: AppNeed,
  size: OrderSize,
): Promise<AppMarket> {
  const { cheapest, ...counts } = await countFitting(ctx.db, await matched(ctx, need))
  const row = cheapest === null ? undefined : await findPriced(ctx.db, cheapest)
  return { ...counts, fromMicroUsdPerHour: row === undefined ? null : allIn(row, size) }
}

/** Of very many offers, more than that many are too dear for anybody to choose them. */
const matchedMax = 5_000

async function matched(
  { offerIndex, clock }: Pick<SearchCtx, 'offerIndex' | 'clock'>,
  need: AppNeed,
): Promise<MatchedNeed> {
  const place = { now: clock.now(), limit: matchedMax }
  return { ...need, ids: listMatches(await offerIndex.current(), need.filters, place) }
}

type PricedOffer = Parameters<typeof pricingOf>[0] & Pick<Offer, 'kind' | 'memory_mib'>

function allIn(offer: PricedOffer, { slots, diskGb }: OrderSize): number {
  const size = { kind: offer.kind, memoryMib: offer.memory_mib }
  return priceOrder(size, pricingOf(offer), { slots, diskGb }).running_micro_usd_per_hour
}
