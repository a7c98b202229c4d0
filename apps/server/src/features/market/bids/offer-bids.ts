import { bidMinimumRunS } from '@gridloom/contract/core/constants'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { type Bid, bidsToInterrupt } from '@gridloom/domain/market/clear-bids'
import type { BidRow } from './bids-store.ts'

/** A bid as it is cleared: of an instance that runs, or would start again. */
export interface PlacedBid extends Bid {
  readonly id: InstanceId
  readonly standing: BidRow['standing']
}

/** Returns the bids that count in a clearing. One that leaves without starting again is no bid any more. */
export function bidsOf(rows: readonly BidRow[], now: Date): PlacedBid[] {
  return rows
    .filter((row) => row.standing === 'runs' || row.resumes)
    .map((row) => ({
      id: row.id,
      slots: row.slots,
      maxMicroUsd: row.maxMicroUsd,
      placedAtMs: row.placedAt.getTime(),
      protected: row.standing === 'runs' && isProtected(row, now),
      standing: row.standing,
    }))
}

function isProtected({ takenAt }: BidRow, now: Date): boolean {
  return takenAt !== null && now.getTime() - takenAt.getTime() < bidMinimumRunS * 1_000
}

/** Returns whose slots an order at the full price takes, first those that are being stopped anyway. */
export function holdersForOrder(rows: readonly BidRow[], slots: number, now: Date): InstanceId[] {
  const leaving = leavingOf(rows)
  const running = bidsOf(rows, now).filter((bid) => bid.standing === 'runs')
  return [...leaving, ...bidsToInterrupt(Math.min(slots, slotsOf(running)), running).map(idOf)]
}

/** Returns the instances that have slots and are being stopped. */
export function leavingOf(rows: readonly BidRow[]): InstanceId[] {
  return rows.filter((row) => row.standing === 'leaves').map(idOf)
}

function idOf({ id }: { id: InstanceId }): InstanceId {
  return id
}

function slotsOf(bids: readonly Bid[]): number {
  return bids.reduce((sum, bid) => sum + bid.slots, 0)
}
