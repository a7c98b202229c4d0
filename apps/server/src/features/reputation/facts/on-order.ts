import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import { orderPlaced } from '../../instances/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { askMeasurement } from './measurements-store.ts'

const hourMs = 3_600_000
/** The line of a machine with many rentals is not measured at each of them. */
const notWithinMs = 6 * hourMs

/** Has the line of a machine measured when a rental of it begins. */
export const followOrders = eventSubscriber({
  name: 'reputation.orders',
  to: [orderPlaced],
  handle: async (ctx: ReputationCtx, tx, { payload }) => {
    const now = ctx.clock.now()
    const asked = { machineId: payload.machine_id, reason: 'rental' } as const
    await askMeasurement(tx, asked, { now, notAfter: new Date(now.getTime() - notWithinMs) })
  },
})
