import type {
  ReservationQuote,
  ReservationQuoteQuery,
} from '@gridloom/contract/reservations/reservation'
import { onDemandPrice, reservationDiscount, reservationPrice } from '@gridloom/domain/reservations'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { readBalance } from '../ledger/index.ts'
import { readOffer } from '../market/index.ts'
import { requireTerms } from './reserved-terms.ts'

/** Calculates the price of a reservation; it is not locked. @throws Refused `not_found`, `not_reservable` */
export async function quoteReservation(
  ctx: Ctx,
  { offer_id, slots, days }: ReservationQuoteQuery,
  all: Pick<AllFeatures, 'spendRate'>,
): Promise<ReservationQuote> {
  const [offer, balance] = await Promise.all([
    readOffer(ctx, offer_id),
    readBalance(ctx, accountOf(ctx).accountId, all),
  ])
  const discounts = requireTerms(offer.reservation_terms, days)
  const reserved = { slots, microUsdPerHour: offer.price_micro_usd_per_hour, discounts }
  return {
    ...{ offer_id, slots, days },
    slot_micro_usd_per_hour: offer.price_micro_usd_per_hour,
    discount_basis_points: reservationDiscount(discounts, days),
    total_micro_usd: reservationPrice(reserved, days),
    on_demand_micro_usd: onDemandPrice(reserved, days),
    slots_free: offer.slots_free,
    available_micro_usd: balance.available_micro_usd,
  }
}
