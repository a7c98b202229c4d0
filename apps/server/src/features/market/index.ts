export { matchingAmong } from './alerts/freed-columns.ts'
export type { AppNeed } from './app-offers-store.ts'
export { refuseUnaccepted } from './bids/admit-bid.ts'
export { areSlotsInUse, listOffersToClear, putBid, putRentalPrice } from './bids/bids-store.ts'
export { clearedBefore, clearOffer } from './bids/clear-offer.ts'
export { claimGpus } from './claim-gpus-store.ts'
export { createQuote, type QuotePorts } from './create-quote.ts'
export type { MarketAdapters } from './ctx.ts'
export { marketFeature } from './feature.ts'
export { listFitting, readAppMarket } from './fit-app.ts'
export {
  type HeldOffer,
  holdSlots,
  lockReservedMachine,
  releaseReservation,
} from './hold-slots.ts'
export { listSlotPrices, type SlotPrices } from './offer-prices-store.ts'
export { offersFreed } from './offers-freed.ts'
export { clearOffers, hideOffers, putTrustScore } from './offers-store.ts'
export { priceMatches, readFilters } from './price-matches.ts'
export { pricingOf } from './pricing-of.ts'
export { publishOffers } from './publish-offers.ts'
export { redeemQuote } from './quotes-store.ts'
export { readOffer } from './read-offer.ts'
export { readPriceHistory } from './read-price-history.ts'
export { refreshHourlyFacts } from './refresh-facts.ts'
export { releaseDisk, releaseSlots } from './release-slots.ts'
export { countRentals, recordDiskUsed } from './rentals-store.ts'
export { type MachineSupply, replaceOffers } from './replace-offers.ts'
export { type TermsColumns, termsColumns, termsOf } from './reservation-terms.ts'
export { countReservations } from './reservations-store.ts'
export { releaseReservedDisk, reserveDisk } from './reserve-disk.ts'
export {
  countReserved,
  type ReservedSlotCounts,
  readReservedCounts,
} from './reserved-slots-store.ts'
export { retakeSlots } from './retake-slots.ts'
export { searchMatched } from './searches/search-matched.ts'
export { listGpuHolders } from './slots-store.ts'
export { takeReservedSlots } from './take-reserved-slots.ts'
export { type ReservedSlots, takeSlots } from './take-slots.ts'
