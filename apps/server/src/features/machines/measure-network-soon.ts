import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachinesCtx } from './ctx.ts'
import { measureNetwork } from './measure-network.ts'

const timeoutMs = 60_000

/** Measures without anyone waiting for it; a failure is logged, and the older figures stay. */
export function measureNetworkSoon(ctx: MachinesCtx, machineId: MachineId): void {
  // Its own limit: the request that asked for it is answered long before.
  measureNetwork(ctx, machineId, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
    ctx.log.warn({ err: error, machineId }, 'the network of a machine could not be measured')
  })
}
