import type { AccountId, MachineId, OfferId, VolumeId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Pricing } from '@gridloom/contract/machines/machine'
import type { Tx } from '../../platform/ctx.ts'
import { lockOfferMachine } from './offer-machine-store.ts'
import { findAvailability, findOfferPricing } from './offers-store.ts'
import { publishFreed } from './publish-taken.ts'
import { countDisk } from './rentals-store.ts'
import { deleteReservation, insertReservation } from './reservations-store.ts'

/** The disk that a volume takes of the machine of an offer. */
export interface DiskOrder {
  offerId: OfferId
  volumeId: VolumeId
  diskGb: number
}

export interface ReservedDisk {
  machineId: MachineId
  providerAccountId: AccountId
  pricing: Pricing
}

/**
 * Takes disk of the machine of an offer for a volume, inside the caller's transaction; slots of it may all be rented.
 * @throws Refused `not_found` (also an unlisted offer), `machine_offline`, `invalid_input` (too little disk)
 */
export async function reserveDisk(tx: Tx, order: DiskOrder): Promise<ReservedDisk> {
  const { offerId, volumeId, diskGb } = order
  const found = await findAvailability(tx.db, offerId)
  const machine = found && (await lockOfferMachine(tx, found.machine_id))
  // Read again under the machine's lock: of any number of orders for the last gigabyte one succeeds.
  const offer = machine && (await findAvailability(tx.db, offerId))
  if (machine === undefined || offer === undefined) throw noSuchOffer()
  if (offer.status !== 'online') throw new Refused('machine_offline')
  if (!offer.visible) throw noSuchOffer()
  if (offer.disk_free_gb < diskGb) {
    const fields = { size_gb: `This machine has ${offer.disk_free_gb} GB free.` }
    throw new Refused('invalid_input', { fields })
  }
  await countDisk(tx, machine.id, diskGb)
  await insertReservation(tx, { volume_id: volumeId, machine_id: machine.id, disk_gb: diskGb })
  await publishFreed(tx, machine)
  const pricing = await findOfferPricing(tx.db, offerId)
  return { machineId: machine.id, providerAccountId: machine.account_id, pricing }
}

/** Releases the disk of a volume. Idempotent. */
export async function releaseReservedDisk(
  tx: Tx,
  { volumeId, machineId }: { volumeId: VolumeId; machineId: MachineId },
): Promise<void> {
  const machine = await lockOfferMachine(tx, machineId)
  const reservation = await deleteReservation(tx, volumeId)
  if (reservation === undefined) return
  await countDisk(tx, machineId, -reservation.disk_gb)
  if (machine !== undefined) await publishFreed(tx, machine)
}

function noSuchOffer(): Refused {
  return new Refused('not_found', { details: { what: 'offer' } })
}
