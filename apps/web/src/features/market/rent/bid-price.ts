import type { Offer } from '@gridloom/contract/market/offer'
import type { Reservation } from '@gridloom/contract/reservations/reservation'
import { draftBid, type RentDraft } from './rent-draft.ts'

/** What an order by a bid costs less than on demand, in micro-dollars per hour: now, and at least. */
export interface BidPrice {
  readonly lessNowMicroUsd: number
  readonly lessAtLeastMicroUsd: number
}

interface Bidding {
  readonly offer: Offer
  readonly slots: number
  /** Pays for the slots instead. */
  readonly reservation?: Reservation | undefined
}

/** Compares the slots of a bid with the price on demand; `undefined`: the order is on demand. */
export function bidPrice(
  draft: RentDraft,
  { offer, slots, reservation }: Bidding,
): BidPrice | undefined {
  if (reservation !== undefined) return undefined
  const bid = draftBid(draft, offer)
  if (bid === undefined) return undefined
  const { price_micro_usd_per_hour: onDemand, bid_price_micro_usd_per_hour: paid } = offer
  const lessFor = (microUsd: number) => slots * Math.max(0, onDemand - microUsd)
  return {
    lessNowMicroUsd: lessFor(Math.min(bid, paid ?? bid)),
    lessAtLeastMicroUsd: lessFor(bid),
  }
}
