import type { InstanceId, OfferId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { assignSlots } from '../rentals-store.ts'
import { areSlotsInUse, takeOver } from './bids-store.ts'

/**
 * Assigns counted slots: free ones, then those of interruptible instances, whose interruption begins. Until their machine
 * has stopped them, the instance waits.
 */
export async function assignOrTakeOver(
  tx: Tx,
  wanted: { offerId: OfferId; instanceId: InstanceId; slots: number; at: Date },
  from: readonly InstanceId[],
): Promise<{ gpuUuids: string[]; awaitsSlots: boolean }> {
  const { offerId, instanceId, slots, at } = wanted
  const free = await assignSlots(tx, wanted, instanceId)
  const missing = slots - free.count
  const taken = await takeOver(tx, { offerId, instanceId, from, slots: missing, at })
  if (taken.count !== missing)
    throw new RangeError(`offer ${offerId} counts slots it does not have`)
  return {
    gpuUuids: [...free.gpuUuids, ...taken.gpuUuids],
    awaitsSlots: missing > 0 && (await areSlotsInUse(tx.db, instanceId)),
  }
}
