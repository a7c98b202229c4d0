import type { MicroUsdPerHour } from '@gridloom/contract/core/values'

/** A bid for slots of one offer. Prices are of one slot with its memory, an hour. */
export interface Bid {
  readonly id: string
  readonly slots: number
  /** The most that its renter pays for a slot. */
  readonly maxMicroUsd: MicroUsdPerHour
  readonly placedAtMs: number
  /** Within its minimum run: no other bid takes its slots. */
  readonly protected: boolean
}

/** The slots that bids may have, and the provider's lowest price for one. */
export interface BidMarket {
  readonly slots: number
  readonly floorMicroUsd: MicroUsdPerHour
}

export interface Clearing<B extends Bid = Bid> {
  /** What every winner pays for a slot. */
  readonly microUsd: MicroUsdPerHour
  /** Best first. */
  readonly winners: readonly B[]
  readonly losers: readonly B[]
}

/**
 * Clears the bids for an offer. Bids below the floor, or for more slots than there are, lose. Protected bids win; the
 * others win in order (see {@link compareBids}) up to the first that does not fit, so that no bid loses to a lower one.
 * All winners pay one price: the highest bid that lost for want of slots, or the floor; never more than the lowest
 * winner's bid, which only matters while a protected bid is below a loser's.
 *
 * The price that a winner pays does not depend on its own bid, as in a uniform-price auction (Vickrey 1961): a renter
 * loses nothing by bidding what the slot is worth to them.
 */
export function clearBids<B extends Bid>(market: BidMarket, bids: readonly B[]): Clearing<B> {
  const ordered = bids.toSorted(compareBids)
  const kept = ordered.filter((bid) => bid.protected)
  const open = market.slots - slotsOf(kept)
  const fitting = ordered.filter(
    (bid) => !bid.protected && bid.maxMicroUsd >= market.floorMicroUsd && bid.slots <= market.slots,
  )
  const won = fitting.slice(0, countFitting(open, fitting))
  const winners = [...kept, ...won].toSorted(compareBids)
  const highestLoser = fitting.at(won.length)?.maxMicroUsd ?? 0
  const lowestWinner = winners.at(-1)?.maxMicroUsd ?? Number.POSITIVE_INFINITY
  const microUsd = Math.max(market.floorMicroUsd, Math.min(highestLoser, lowestWinner))
  const isWinner = new Set(winners)
  return { microUsd, winners, losers: ordered.filter((bid) => !isWinner.has(bid)) }
}

/** The order of bids: the higher one first; of equal ones the earlier; of those, the lower id. */
export function compareBids(one: Bid, other: Bid): number {
  if (one.maxMicroUsd !== other.maxMicroUsd) return other.maxMicroUsd - one.maxMicroUsd
  if (one.placedAtMs !== other.placedAtMs) return one.placedAtMs - other.placedAtMs
  return one.id < other.id ? -1 : Number(one.id > other.id)
}

/**
 * Returns the bids that an order at the full price stops for `slots` slots: the lowest, of equal ones the youngest,
 * however long they have run. Throws RangeError where all bids together have fewer slots.
 */
export function bidsToInterrupt<B extends Bid>(slots: number, bids: readonly B[]): B[] {
  const chosen: B[] = []
  for (const bid of bids.toSorted(compareBids).toReversed()) {
    if (slotsOf(chosen) >= slots) break
    chosen.push(bid)
  }
  if (slotsOf(chosen) < slots) throw new RangeError(`bids have fewer than ${slots} slots`)
  return chosen
}

/** Returns the lowest price at which a new bid wins now; `null`: none does, at any price. */
export function lowestWinningBid(
  market: BidMarket,
  bids: readonly Bid[],
  wanted: { slots: number; atMs: number },
): MicroUsdPerHour | null {
  const candidate = (maxMicroUsd: number): Bid => ({
    id: '',
    slots: wanted.slots,
    maxMicroUsd,
    placedAtMs: Math.max(wanted.atMs, ...bids.map((bid) => bid.placedAtMs + 1)),
    protected: false,
  })
  const prices = [market.floorMicroUsd, ...bids.map((bid) => bid.maxMicroUsd + 1)]
    .filter((price) => price >= market.floorMicroUsd)
    .toSorted((one, other) => one - other)
  const wins = (price: number) => {
    const bid = candidate(price)
    return clearBids(market, [...bids, bid]).winners.includes(bid)
  }
  return prices.find(wins) ?? null
}

/** The price of an instance of a bid, from its price at the bid itself: only its slots cost another price. */
export function priceAtClearing(
  bid: { slots: number; maxMicroUsd: MicroUsdPerHour; allAtMaxMicroUsd: MicroUsdPerHour },
  clearingMicroUsd: MicroUsdPerHour,
): MicroUsdPerHour {
  const paid = Math.min(clearingMicroUsd, bid.maxMicroUsd)
  return bid.allAtMaxMicroUsd - bid.slots * (bid.maxMicroUsd - paid)
}

function slotsOf(bids: readonly Bid[]): number {
  return bids.reduce((sum, bid) => sum + bid.slots, 0)
}

/** How many bids from the first on fit into the slots together. */
function countFitting(slots: number, bids: readonly Bid[]): number {
  let left = slots
  const misfit = bids.findIndex((bid) => {
    left -= bid.slots
    return left < 0
  })
  return misfit === -1 ? bids.length : misfit
}
