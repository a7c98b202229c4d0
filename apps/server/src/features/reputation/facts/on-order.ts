import { InstanceId } from '@gridloom/contract/core/ids'
import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import { orderPlaced } from '../../instances/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { askGpuCheck } from './gpu-checks-store.ts'
import { askMeasurement } from './measurements-store.ts'

const hourMs = 3_600_000
/** The line of a machine with many rentals is not measured at each of them. */
const notWithinMs = 6 * hourMs

/** Has the line of a machine measured when a rental of it begins, and the GPUs of the rental. */
export const followOrders = eventSubscriber({
  name: 'reputation.orders',
  to: [orderPlaced],
  handle: async (ctx: ReputationCtx, tx, { subject, payload }) => {
    const now = ctx.clock.now()
    const machineId = payload.machine_id
    const asked = { machineId, reason: 'rental' } as const
    await askMeasurement(tx, asked, { now, notAfter: new Date(now.getTime() - notWithinMs) })
    await askGpuCheck(tx, { instanceId: InstanceId.parse(subject), machineId, askedAt: now })
  },
})
