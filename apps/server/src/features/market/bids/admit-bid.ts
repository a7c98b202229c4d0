import { bidMinimumRunS } from '@gridloom/contract/core/constants'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { clearBids, compareBids, lowestWinningBid } from '@gridloom/domain/market/clear-bids'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../../platform/ctx.ts'
import type { OfferRow } from '../schema.ts'
import { listBids, markInterrupted } from './bids-store.ts'
import { bidsOf, leavingOf, type PlacedBid } from './offer-bids.ts'

/** A bid for slots of an offer. */
export interface NewBid {
  instanceId: InstanceId
  slots: number
  maxMicroUsd: number
  at: Date
}

/**
 * Decides whether a bid gets slots now, as the next clearing would, and marks the lower bids that have to leave for it.
 * Returns whose slots it may take, in order. Prices stay until that clearing, and each bid that leaves has had its
 * minimum run, so that bids cannot make each other flap. The caller has the lock of the machine.
 * @throws {Refused} invalid_input for a bid that the provider does not accept, outbid
 */
export async function admitBid(tx: Tx, offer: OfferRow, bid: NewBid): Promise<InstanceId[]> {
  const floorMicroUsd = refuseUnaccepted(offer, bid.maxMicroUsd)
  const rows = await listBids(tx.db, offer.id)
  const others = bidsOf(rows, bid.at).filter(({ id }) => id !== bid.instanceId)
  const market = { slots: offer.slots_free, floorMicroUsd }
  const placed: PlacedBid = {
    id: bid.instanceId,
    slots: bid.slots,
    maxMicroUsd: bid.maxMicroUsd,
    // Nothing that was there before is later, whatever the clocks of two replicas say.
    placedAtMs: Math.max(bid.at.getTime(), ...others.map((other) => other.placedAtMs + 1)),
    protected: false,
    standing: 'waits',
  }
  const { winners, losers } = clearBids(market, [...others, placed])
  if (!winners.includes(placed)) throw outbid(market, others, bid)
  const unassigned = offer.slots_free - offer.slots_bid
  const leaving = leavingOf(rows)
  const victims = losers
    .filter((loser) => loser.standing === 'runs')
    .toSorted(compareBids)
    .reverse()
  const held = rows
    .filter((row) => row.standing === 'leaves')
    .reduce((sum, row) => sum + row.slots, 0)
  if (unassigned + held >= bid.slots || victims.length === 0) return leaving
  await markInterrupted(
    tx,
    victims.map(({ id }) => id),
    bid.at,
  )
  return [...leaving, ...victims.map(({ id }) => id)]
}

/** Returns the floor. @throws {Refused} invalid_input */
export function refuseUnaccepted(
  offer: Pick<OfferRow, 'min_bid_micro_usd_per_hour' | 'price_micro_usd_per_hour'>,
  maxMicroUsd: number,
): number {
  const floor = offer.min_bid_micro_usd_per_hour
  if (floor === null) throw refusedBid('This machine does not accept bids.')
  if (maxMicroUsd < floor) throw refusedBid(`The lowest bid here is ${formatUsdExact(floor)}/h.`)
  if (maxMicroUsd > offer.price_micro_usd_per_hour) {
    const price = formatUsdExact(offer.price_micro_usd_per_hour)
    throw refusedBid(`On demand a slot costs ${price}/h: a bid cannot be higher.`)
  }
  return floor
}

function refusedBid(text: string): Refused {
  return new Refused('invalid_input', { fields: { bid_micro_usd_per_hour: text } })
}

function outbid(
  market: { slots: number; floorMicroUsd: number },
  others: readonly PlacedBid[],
  bid: NewBid,
): Refused {
  const lowest = lowestWinningBid(market, others, { slots: bid.slots, atMs: bid.at.getTime() })
  const next =
    lowest === null
      ? ` Instances keep their slots against other bids for the first ${bidMinimumRunS / 60} minutes.`
      : ` A bid of ${formatUsdExact(lowest)}/h would.`
  return new Refused('outbid', { details: { next } })
}
