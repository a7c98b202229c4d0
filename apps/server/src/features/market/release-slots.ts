import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { markFreed } from './alerts/alerts-store.ts'
import { vacateSlots } from './bids/bids-store.ts'
import { lockOfferMachine } from './offer-machine-store.ts'
import { markOffersStale } from './offers-store.ts'
import { publishFreed } from './publish-taken.ts'
import {
  countDisk,
  deleteRental,
  findRental,
  freeSlots,
  markSlotsReleased,
} from './rentals-store.ts'

/** Releases the slots of an instance; its disk stays. Idempotent. */
export async function releaseSlots(tx: Tx, instanceId: InstanceId): Promise<void> {
  const rental = await findRental(tx.db, instanceId)
  if (rental === undefined || !rental.slots_held) return
  const machine = await lockOfferMachine(tx, rental.machine_id)
  const { retired } = await freeSlots(tx, instanceId)
  await vacateSlots(tx, instanceId)
  await markFreed(tx, [rental.offer_id])
  await markSlotsReleased(tx, instanceId)
  if (machine === undefined) return
  // A retired slot is deleted when released, so its share of the machine can be offered again.
  if (retired > 0) await markOffersStale(tx, machine.id)
  await publishFreed(tx, machine)
}

/** Releases the slots and the disk of an instance. Idempotent. */
export async function releaseDisk(tx: Tx, instanceId: InstanceId): Promise<void> {
  await releaseSlots(tx, instanceId)
  const rental = await findRental(tx.db, instanceId)
  if (rental === undefined) return
  const machine = await lockOfferMachine(tx, rental.machine_id)
  await deleteRental(tx, instanceId)
  // The filled part is freed when the machine deletes it, and counted in the free disk that it reports then.
  const unfilledGb = Math.max(0, rental.disk_gb - rental.disk_used_gb)
  await countDisk(tx, rental.machine_id, -unfilledGb)
  if (machine !== undefined) await publishFreed(tx, machine)
}
