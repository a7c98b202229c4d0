/** What decides between offers for an app. */
export interface RankedOffer {
  /** The all-in price. */
  microUsdPerHour: number
  /** Whether its machine has the image. */
  held: boolean
}

/** What an offer whose machine has the image may cost more than the cheapest one to be preferred, in percent. */
export const heldMayCostMorePercent = 25

/**
 * Orders offers for an app, the best first: those that have its image and cost at most a quarter more than the cheapest
 * one, then the others, each by price.
 */
export function rankOffers<T extends RankedOffer>(offers: readonly T[]): T[] {
  const byPrice = offers.toSorted((one, other) => one.microUsdPerHour - other.microUsdPerHour)
  const cheapest = byPrice[0]?.microUsdPerHour ?? 0
  const isPreferred = ({ held, microUsdPerHour }: T) =>
    held && microUsdPerHour * 100 <= cheapest * (100 + heldMayCostMorePercent)
  return [...byPrice.filter(isPreferred), ...byPrice.filter((offer) => !isPreferred(offer))]
}
