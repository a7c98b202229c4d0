import { Refused } from '@gridloom/contract/errors'
import type { ChangeInstance } from '@gridloom/contract/instances/change-instance'
import { priceOrder } from '@gridloom/domain/pricing'
import type { Tx } from '../../../platform/ctx.ts'
import {
  pricingOf,
  putBid,
  putRentalPrice,
  readOffer,
  refuseUnaccepted,
} from '../../market/index.ts'
import type { InstancesCtx } from '../ctx.ts'
import { updateInstance } from '../instances-store.ts'
import { instanceConflict } from '../owned-instance.ts'
import type { InstanceRow } from '../schema.ts'
import { isStartable, isStarting } from '../start-again.ts'

type BidChange = Pick<ChangeInstance, 'bid_micro_usd_per_hour' | 'resumes'>

/**
 * Changes the bid of an interruptible instance that is stopped, or whether it starts again by itself; without a bid it
 * is on demand from then on, at the price of now. A changed bid is as old as the change.
 * @throws Refused `invalid_input`, `state_conflict`
 */
export async function changeBid(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
  { bid_micro_usd_per_hour: wanted, resumes }: BidChange,
): Promise<InstanceRow> {
  if (wanted === undefined && resumes === undefined) return row
  if (row.bid_micro_usd_per_hour === null) throw notInterruptible()
  const set =
    resumes === undefined || resumes === row.resumes
      ? row
      : await updateInstance(tx, row.id, { resumes })
  if (wanted === undefined || wanted === row.bid_micro_usd_per_hour) return set
  if (!isStartable(row) || isStarting(row)) throw instanceConflict(row)
  const columns = await columnsOf({ ...ctx, db: tx.db }, row, wanted)
  await putBid(tx, row.id, { microUsd: wanted, at: ctx.clock.now() })
  await putRentalPrice(tx, row.id, columns.running_micro_usd_per_hour)
  return updateInstance(tx, row.id, columns)
}

async function columnsOf(ctx: InstancesCtx, row: InstanceRow, wanted: number | null) {
  const offer = await readOffer(ctx, row.offer_id)
  const { bid_micro_usd_per_hour: before, bid_all_micro_usd_per_hour: all, slots } = row
  if (wanted === null) {
    const slot = { kind: offer.kind, memoryMib: row.memory_mib / slots }
    const price = priceOrder(slot, pricingOf(offer), { slots, diskGb: row.disk_gb })
    return {
      bid_micro_usd_per_hour: null,
      bid_all_micro_usd_per_hour: null,
      next_micro_usd_per_hour: null,
      running_micro_usd_per_hour: price.running_micro_usd_per_hour,
    }
  }
  refuseUnaccepted(
    {
      min_bid_micro_usd_per_hour: offer.facts.min_bid,
      price_micro_usd_per_hour: offer.price_micro_usd_per_hour,
    },
    wanted,
  )
  return {
    bid_micro_usd_per_hour: wanted,
    bid_all_micro_usd_per_hour: (all ?? 0) + slots * (wanted - (before ?? 0)),
    // Never more than the new bid; a start pays the price of the clearing.
    running_micro_usd_per_hour: (all ?? 0) + slots * (wanted - (before ?? 0)),
  }
}

function notInterruptible(): Refused {
  const fields = { bid_micro_usd_per_hour: 'This instance is on demand: it has no bid.' }
  return new Refused('invalid_input', { fields })
}
