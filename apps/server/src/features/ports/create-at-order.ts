import { InstanceId } from '@gridloom/contract/core/ids'
import { eventSubscriber } from '../../platform/business-events/business-event.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { findInstance, orderPlaced } from '../instances/index.ts'
import { createAddresses } from './ensure-addresses.ts'

/** Creates the addresses of a new instance's declared ports; reading them creates them too, should it be first. */
export const createAtOrder = eventSubscriber({
  name: 'ports.create_addresses',
  to: [orderPlaced],
  async handle(ctx: Ctx, tx, { subject }) {
    const instance = await findInstance(tx.db, InstanceId.parse(subject))
    if (instance !== undefined) await createAddresses(ctx, tx, instance)
  },
})
