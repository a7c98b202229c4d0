import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { lockMachine, updateMachine } from './machines-store.ts'
import { publishFreed } from './publish-taken.ts'
import { countDisk, deleteRental, findRental, freeSlots, markSlotsHeld } from './rentals-store.ts'

/** Gives back an instance's slots, its disk stays. Twice is the same as once. */
export async function releaseSlots(tx: Tx, instanceId: InstanceId): Promise<void> {
  const rental = await findRental(tx.db, instanceId)
  if (rental === undefined || !rental.slots_held) return
  const machine = await lockMachine(tx, rental.machine_id)
  const { retired } = await freeSlots(tx, instanceId)
  await markSlotsHeld(tx, instanceId, 'released')
  if (machine === undefined) return
  // The last renter of a slot that is no more: what else the machine has can be offered now.
  if (retired > 0) await updateMachine(tx, machine.id, { offers_due: true })
  await publishFreed(tx, machine)
}

/** Gives back everything that an instance has of its machine. Twice is the same as once. */
export async function releaseDisk(tx: Tx, instanceId: InstanceId): Promise<void> {
  await releaseSlots(tx, instanceId)
  const rental = await findRental(tx.db, instanceId)
  if (rental === undefined) return
  const machine = await lockMachine(tx, rental.machine_id)
  await deleteRental(tx, instanceId)
  // What it had filled comes free as the machine deletes it, and is then in the machine's own figure.
  const unfilledGb = Math.max(0, rental.disk_gb - rental.disk_used_gb)
  await countDisk(tx, rental.machine_id, -unfilledGb)
  if (machine !== undefined) await publishFreed(tx, machine)
}
