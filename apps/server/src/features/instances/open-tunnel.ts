import { agentPaths } from '@gridloom/contract/agent/protocol'
import { Refused } from '@gridloom/contract/errors'
import type { InstanceId } from '@gridloom/contract/ids'
import { TunnelOpen } from '@gridloom/contract/instances'
import type { WebSocket } from 'ws'
import type { Door } from '../../platform/http/routes.ts'
import type { InstancesCtx } from './ctx.ts'
import { parseFrame } from './frames.ts'
import { firstFrame, joinSocket } from './join-socket.ts'
import { ownedInstance } from './owned-instance.ts'

/** Raw bytes to and from a TCP port inside an instance; one socket is one connection. */
export async function openTunnel(
  socket: WebSocket,
  { id, port }: { id: InstanceId; port: number },
  door: Door<InstancesCtx>,
): Promise<void> {
  const open = parseFrame(TunnelOpen, await firstFrame(socket))
  const ctx = await door.signIn(open.token)
  const row = await ownedInstance(ctx, id)
  if (row.state !== 'running')
    throw new Refused('state_conflict', { details: { what: 'instance', state: row.state } })
  const { stream } = await ctx.agents.duplex({
    machineId: row.machine_id,
    path: agentPaths.port.replace('{id}', id).replace('{port}', String(port)),
    query: {},
    signal: ctx.signal,
  })
  socket.send(JSON.stringify({ kind: 'opened' }))
  const end = await joinSocket(socket, stream, { onText: () => {}, signal: ctx.signal })
  socket.close(end === 'stream_ended' ? 1000 : 1011)
}
