import { InstanceId } from '@gridloom/contract/core/ids'
import { ReasonCode } from '@gridloom/contract/instances/instance'
import { decideAutoOrder } from '@gridloom/domain/auto-orders/decide-auto-order'
import { eventSubscriber } from '../../platform/business-events/business-event.ts'
import { instanceFailed } from '../instances/index.ts'
import { lockAutoOrder } from './auto-orders-store.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { factsOf } from './facts-of.ts'
import { publishAutoOrder } from './publish-auto-order.ts'
import { noteFailure } from './rented-store.ts'
import { pauseFor } from './settle-check.ts'

/** Notes why instances of automatic orders failed; after two in a row for the same reason their order is paused. */
export const noteFailures = eventSubscriber({
  name: 'auto-orders.instance_failed',
  to: [instanceFailed],
  async handle(ctx: AutoOrdersCtx, tx, { subject, payload }) {
    const failure = ReasonCode.safeParse(payload.cause).data ?? 'start_failed'
    const id = await noteFailure(tx, InstanceId.parse(subject), failure)
    const row = id && (await lockAutoOrder(tx, id))
    if (row === undefined || row.state !== 'waiting') return
    const decision = decideAutoOrder(await factsOf(tx.db, row, []), ctx.clock.now())
    const isFailing = decision.kind === 'pause' && decision.pause === 'instances_failed'
    const after = isFailing ? await pauseFor(ctx, tx, { row, pause: 'instances_failed' }) : row
    await publishAutoOrder(tx, after)
  },
})
