import { InstanceId } from '@gridloom/contract/core/ids'
import { eventSubscriber } from '../../platform/business-events/business-event.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { findInstance, orderPlaced } from '../instances/index.ts'
import { noteRental } from './record-prices-store.ts'

/** Notes what each order agreed to pay, as the price that its hardware was last rented at. */
export const noteRentals = eventSubscriber({
  name: 'prices.note_rentals',
  to: [orderPlaced],
  async handle(_ctx: Ctx, tx, { subject }) {
    const instance = await findInstance(tx.db, InstanceId.parse(subject))
    // The slots of a reservation are paid apart, at a discount for its days.
    if (instance === undefined || instance.reservation_id !== null) return
    await noteRental(tx, {
      offerId: instance.offer_id,
      slots: instance.slots,
      diskGb: instance.disk_gb,
      microUsdPerHour: instance.running_micro_usd_per_hour,
      at: instance.created_at,
    })
  },
})
