import type { InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import { lockOfferMachine } from './offer-machine-store.ts'
import { publishTaken } from './publish-taken.ts'
import { assignSlots, countTaken, findRental, heldGpus, markSlotsHeld } from './rentals-store.ts'

/** The slots that a stopped instance takes again. */
export interface RetakenSlots {
  offerId: OfferId
  machineId: MachineId
  slots: number
  instanceId: InstanceId
  at: Date
}

/**
 * Takes slots again for a stopped instance whose disk is still on its machine. Does nothing if the instance holds them
 * already. Renters get their slots back on an unlisted machine too.
 * @throws {Refused} machine_offline; offer_taken where others rent the slots; not_found without a kept disk
 */
export async function retakeSlots(tx: Tx, wanted: RetakenSlots): Promise<{ gpuUuids: string[] }> {
  const { machineId, instanceId } = wanted
  const machine = await lockOfferMachine(tx, machineId)
  const rental = await findRental(tx.db, instanceId)
  if (machine === undefined || rental === undefined) {
    throw new Refused('not_found', { details: { what: 'disk' } })
  }
  if (rental.slots_held) return { gpuUuids: await heldGpus(tx, instanceId) }
  if (machine.status !== 'online') throw new Refused('machine_offline')
  const offer = await countTaken(tx, { ...wanted, diskGb: 0 }, 'any')
  if (offer === undefined) throw new Refused('offer_taken', { details: { next: '' } })
  const { count, gpuUuids } = await assignSlots(tx, wanted, instanceId)
  if (count !== wanted.slots)
    throw new RangeError(`offer ${offer.id} counts slots it does not have`)
  await markSlotsHeld(tx, instanceId, wanted.at)
  await publishTaken(tx, machine, offer)
  return { gpuUuids }
}
