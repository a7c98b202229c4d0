import type { InstanceId, ReservationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { withoutSlots } from '@gridloom/domain/pricing'
import type { Tx } from '../../platform/ctx.ts'
import { lockOfferMachine } from './offer-machine-store.ts'
import { findAvailability, findOfferRow } from './offers-store.ts'
import { pricingOf } from './pricing-of.ts'
import { publishRentals } from './publish-taken.ts'
import { countDisk, insertRental } from './rentals-store.ts'
import { assignFreeReserved, readReservedCounts } from './reserved-slots-store.ts'
import { type ReservedSlots, rentalOf, type SlotOrder, takenOf } from './take-slots.ts'

/**
 * Takes slots of a reservation and disk for an instance, inside the caller's transaction, which holds the reservation's
 * lock. Of any number of orders for the last slot one succeeds: each waits for the machine's lock. An unlisted machine
 * serves its reservations too.
 * @throws {Refused} not_found, machine_offline, invalid_input (too little disk), reservation_full
 */
export async function takeReservedSlots(
  tx: Tx,
  order: SlotOrder & { reservationId: ReservationId },
): Promise<ReservedSlots> {
  const found = await findAvailability(tx.db, order.offerId)
  const machine = found && (await lockOfferMachine(tx, found.machine_id))
  const offer = machine && (await findOfferRow(tx.db, order.offerId))
  if (machine === undefined || offer === undefined)
    throw new Refused('not_found', { details: { what: 'offer' } })
  if (machine.status !== 'online') throw new Refused('machine_offline')
  if (offer.disk_free_gb < order.diskGb) {
    const fields = { disk_gb: `This machine has ${offer.disk_free_gb} GB free.` }
    throw new Refused('invalid_input', { fields })
  }
  const gpuUuids = await assignReserved(tx, order)
  await countDisk(tx, machine.id, order.diskGb)
  await insertRental(tx, rentalOf(order, offer, withoutSlots(pricingOf(offer))))
  await publishRentals(tx, machine)
  return takenOf(order, { machine, offer, gpuUuids, awaitsSlots: false })
}

/** Gives free slots of a reservation to an instance; the machine's lock is held. @throws {Refused} reservation_full */
export async function assignReserved(
  tx: Tx,
  wanted: { reservationId: ReservationId; slots: number; instanceId: InstanceId },
): Promise<string[]> {
  const { count, gpuUuids } = await assignFreeReserved(tx, wanted)
  if (count === wanted.slots) return gpuUuids
  const counts = (await readReservedCounts(tx.db, [wanted.reservationId])).get(wanted.reservationId)
  const before = (counts?.used ?? 0) - count
  const slots = counts?.usable ?? 0
  throw new Refused('reservation_full', { details: { free: Math.max(0, slots - before), slots } })
}
