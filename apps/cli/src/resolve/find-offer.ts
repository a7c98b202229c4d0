import { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

const pageSize = 100
const pagesMax = 10

/** Finds an offer by part of its id, or by the name of a machine with one offer; among the cheapest 1,000. */
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
    // A user who names a machine wants that one; before renting, the command says if it is not isolated.
    const query = { page, page_size: pageSize, isolation: 'any' as const }
    const { offers } = await ctx.client.market.search({ query, signal: ctx.signal })
    all.push(...offers)
    if (offers.length < pageSize) break
  }
  return all
}
