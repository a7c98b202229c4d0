import { bidClearingEveryS } from '@gridloom/contract/core/constants'
import type { InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import { clearBids } from '@gridloom/domain/market/clear-bids'
import type { Tx } from '../../../platform/ctx.ts'
import { lockOfferMachine } from '../offer-machine-store.ts'
import { findOfferRow } from '../offers-store.ts'
import { publishOffers } from '../publish-offers.ts'
import { listBids, markInterrupted, putClearing } from './bids-store.ts'
import { bidsOf } from './offer-bids.ts'

/** The result of a clearing: what running bids pay from now on, and which ones may start again. */
export interface ClearedOffer {
  microUsd: number
  running: InstanceId[]
  /** Best first. */
  starts: InstanceId[]
}

/** Returns before when an offer must have been cleared to be cleared again. */
export function clearedBefore(now: Date): Date {
  return new Date(now.getTime() - bidClearingEveryS * 1_000)
}

/**
 * Clears the bids for an offer among themselves: sets their price, marks the bids that lost, and returns those that won
 * slots. `undefined` where another replica cleared it within the minute, or its machine is not online.
 */
export async function clearOffer(
  tx: Tx,
  { id, machineId }: { id: OfferId; machineId: MachineId },
  now: Date,
): Promise<ClearedOffer | undefined> {
  const machine = await lockOfferMachine(tx, machineId)
  const offer = await findOfferRow(tx.db, id)
  if (machine?.status !== 'online' || offer === undefined || !offer.visible) return undefined
  const { min_bid_micro_usd_per_hour: floorMicroUsd, bids_cleared_at: clearedAt } = offer
  if (floorMicroUsd === null) return undefined
  if (clearedAt !== null && clearedAt > clearedBefore(now)) return undefined
  const bids = bidsOf(await listBids(tx.db, id), now)
  const { microUsd, winners, losers } = clearBids({ slots: offer.slots_free, floorMicroUsd }, bids)
  const lost = losers.filter((bid) => bid.standing === 'runs').map((bid) => bid.id)
  await markInterrupted(tx, lost, now)
  await putClearing(tx, id, { microUsd, at: now })
  if (microUsd !== offer.bid_price_micro_usd_per_hour) await publishOffers(tx)
  return {
    microUsd,
    running: winners.filter((bid) => bid.standing === 'runs').map((bid) => bid.id),
    starts: winners.filter((bid) => bid.standing === 'waits').map((bid) => bid.id),
  }
}
