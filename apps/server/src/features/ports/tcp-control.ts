import { InstanceId } from '@gridloom/contract/core/ids'
import type { TcpAssignment, TcpControl } from '../../edge/tcp/tcp-control.ts'
import { markConnected } from '../instances/index.ts'
import type { PortsCtx } from './ctx.ts'
import { unservedReason } from './decide-admission.ts'
import { type AssignedTcpPort, listAssignedTcpPorts } from './tcp-ports-store.ts'

/** The control plane's half of public TCP ports. */
export function tcpControl(ctx: PortsCtx): TcpControl {
  return {
    async list(of) {
      if (ctx.tcp === undefined) return []
      return (await listAssignedTcpPorts(ctx.db, ctx.tcp.range, of)).map(assignmentOf)
    },
    used: (instanceIds) => markConnected(ctx, instanceIds),
    subscribe: (listener) =>
      ctx.changes.subscribe(({ topic, subject }) => {
        if (topic !== 'port_access' && topic !== 'instance') return
        const instance = InstanceId.safeParse(subject)
        if (!instance.success) return
        listener({ instanceId: instance.data, mayBeNew: topic === 'port_access' })
      }),
  }
}

/** A machine that is away for a moment closes nothing: connections end with its own. */
function assignmentOf(assigned: AssignedTcpPort): TcpAssignment {
  const { tcp_port: tcpPort, instance_id: instanceId, machine_id: machineId, port } = assigned
  const { allowed, account_id: accountId } = assigned
  const reason = unservedReason(assigned, { isConnected: true })
  const isServed = reason === undefined || reason === 'machine_offline'
  return { tcpPort, instanceId, machineId, accountId, port, allowed, isServed }
}
