import type { Clock } from '@gridloom/async/clock'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { duplexTo } from '../platform/agent-link/stream-calls.ts'
import type { Log } from '../platform/log.ts'
import type { ControlPlaneCalls, TcpOptions } from './calls.ts'
import type { Machines } from './machines.ts'
import { createTcpServer } from './tcp/create-tcp-server.ts'
import type { TcpChange } from './tcp/tcp-control.ts'

/** The public TCP ports, in the edge process. */
export interface RunningTcp extends AsyncDisposable {
  changed(change: TcpChange): void
}

interface TcpParts {
  control: ControlPlaneCalls
  machines: Machines
  clock: Clock
  log: Log
}

/** Listens on the ports that the control plane assigned; bytes go over connections that machines dialled for the edge. */
export function startTcp(
  { host }: TcpOptions,
  { control, machines, clock, log }: TcpParts,
): RunningTcp {
  const listeners = new Set<(change: TcpChange) => void>()
  const server = createTcpServer({
    ...{ host, clock, log },
    control: {
      list: (of) => control.tcpPorts(of),
      used: (instanceIds) => control.portsUsed(instanceIds),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    async dial({ machineId, instanceId, port }, signal) {
      const wire = await machines.reach(machineId, 'tcp')
      const params = { id: instanceId, port }
      return (await duplexTo(wire, instanceCalls.port, { params, signal })).stream
    },
  })
  return {
    changed: (change) => {
      for (const listener of listeners) listener(change)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
