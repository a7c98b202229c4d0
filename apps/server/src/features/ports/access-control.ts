import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { AccessChange, AccessControl } from '../../edge/apps/admission.ts'
import type { Dial } from '../../edge/apps/apps-config.ts'
import { markConnected } from '../instances/index.ts'
import { listAddresses } from './addresses-store.ts'
import { findInstancePlace } from './admission-store.ts'
import { admitToPort } from './admit-to-port.ts'
import type { PortsCtx } from './ctx.ts'
import { redeemSignIn } from './redeem-sign-in.ts'

/** How long a port may take to accept a connection, to count as one that listens. */
const listenMs = 2_000

/** The control plane's half of port addresses, for an apps server in this process or behind calls of its own. */
export function portAccessControl(ctx: PortsCtx): AccessControl {
  return {
    admit: (question) => admitToPort(ctx, question),
    redeem: (redemption) => redeemSignIn(ctx, redemption),
    listening: (instanceId, signal) => listeningPorts(ctx, instanceId, signal),
    used: (instanceIds) => markConnected(ctx, instanceIds),
    subscribe: (listener) => subscribe(ctx, listener),
  }
}

/** Opens streams to ports of instances, over the connections of their machines. */
export function portDial({ agents }: Pick<PortsCtx, 'agents'>): Dial {
  return async ({ machineId, instanceId, port }, signal) => {
    const params = { id: instanceId, port }
    const { stream } = await agents.duplex(machineId, instanceCalls.port, { params, signal })
    return stream
  }
}

/**
 * Passes on the changes that admissions depend on: access, links and memberships, sessions and keys, and instances. Of a
 * change that is missed nothing is known: an apps server asks again every few seconds.
 */
function subscribe({ changes }: PortsCtx, listener: (change: AccessChange) => void): () => void {
  return changes.subscribe(({ topic, subject }) => {
    if (topic === 'port_access' || topic === 'session' || topic === 'instance')
      listener({ subject })
  })
}

/** The declared ports of an instance that accept a connection now. */
async function listeningPorts(
  ctx: PortsCtx,
  instanceId: InstanceId,
  signal: AbortSignal,
): Promise<number[]> {
  const machineId = await findInstancePlace(ctx.db, instanceId)
  if (machineId === undefined) return []
  const addresses = await listAddresses(ctx.db, { instanceId, now: ctx.clock.now() })
  const dial = portDial(ctx)
  const limited = AbortSignal.any([signal, ctx.clock.timeout(listenMs)])
  const accepts = async (port: number) => {
    try {
      const stream = await dial({ machineId, instanceId, port }, limited)
      stream.destroy()
      return [port]
    } catch {
      // @NOTE any failure means that it cannot be recommended.
      return []
    }
  }
  return (await Promise.all(addresses.map(({ port }) => accepts(port)))).flat()
}
