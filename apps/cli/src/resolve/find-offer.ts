import { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

const pageSize = 100
const pagesMax = 10

/** The offer that part of an id, or the name of a machine with one offer, means; among the cheapest 1,000. */
export async function findOffer(ctx: Ctx, wanted: string): Promise<Offer> {
  if (OfferId.safeParse(wanted).success) {
    return ctx.client.market.read({ params: { id: wanted }, signal: ctx.signal })
  }
  const named = (await cheapestOffers(ctx)).map((offer) => ({
    id: offer.id,
    name: offer.machine_name,
    offer,
  }))
  return chooseOne(named, wanted, 'offer').offer
}

async function cheapestOffers(ctx: Ctx): Promise<Offer[]> {
  const all: Offer[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    // Whoever names a machine means it; what is not isolated is said before it is rented.
    const query = { page, page_size: pageSize, isolation: 'any' as const }
    const { offers } = await ctx.client.market.search({ query, signal: ctx.signal })
    all.push(...offers)
    if (offers.length < pageSize) break
  }
  return all
}
