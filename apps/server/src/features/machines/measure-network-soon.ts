import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachinesCtx } from './ctx.ts'
import { measureNetwork } from './measure-network.ts'

const timeoutMs = 60_000

/** Measures the network of a machine in the background. A failure is logged and the older figures stay. */
export function measureNetworkSoon(ctx: MachinesCtx, machineId: MachineId): void {
  // Has its own timeout, as the response to the request is sent long before.
  measureNetwork(ctx, machineId, ctx.clock.timeout(timeoutMs)).catch((error: unknown) => {
    ctx.log.warn(
      { event: 'machine.measurement_failed', err: error, machineId },
      'the network of a machine could not be measured',
    )
  })
}
