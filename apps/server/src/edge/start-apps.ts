import type { Clock } from '@gridloom/async/clock'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { duplexTo } from '../platform/agent-link/stream-calls.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { AccessChange, AccessControl } from './apps/admission.ts'
import { createAppsServer } from './apps/create-apps-server.ts'
import type { AppsOptions, ControlPlaneCalls } from './calls.ts'
import type { Machines } from './machines.ts'

/** The server of port addresses, in the edge process. */
export interface RunningApps extends AsyncDisposable {
  readonly port: number
  accessChanged(change: AccessChange): void
}

interface AppsParts {
  control: ControlPlaneCalls
  machines: Machines
  clock: Clock
  ids: Ids
  log: Log
}

/** Starts it: the control plane decides on visitors, and streams go over connections that machines dialled for the edge. */
export async function startApps(
  { host, port, ...config }: AppsOptions,
  { control, machines, clock, ids, log }: AppsParts,
): Promise<RunningApps> {
  const listeners = new Set<(change: AccessChange) => void>()
  const access: AccessControl = {
    admit: (question) => control.admitToPort(question),
    redeem: (redemption) => control.redeemSignIn(redemption),
    listening: (instanceId) => control.listeningPorts(instanceId),
    used: (instanceIds) => control.portsUsed(instanceIds),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const server = createAppsServer({
    ...{ access, clock, log, config },
    newSecret: () => ids.secret(),
    async dial({ machineId, instanceId, port }, signal) {
      const wire = await machines.reach(machineId, 'apps')
      const params = { id: instanceId, port }
      return (await duplexTo(wire, instanceCalls.port, { params, signal })).stream
    },
  })
  const listening = await server.listen({ host, port })
  log.info({ event: 'apps.started', port: listening }, 'the apps server listens')
  return {
    port: listening,
    accessChanged: (change) => {
      for (const listener of listeners) listener(change)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
