import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { TunnelOpen } from '@gridloom/contract/instances/tunnel'
import type { WebSocket } from 'ws'
import type { SocketAuth } from '../../platform/http/routes.ts'
import type { InstancesCtx } from './ctx.ts'
import { closedByFault, closedNormally, enterBySocket } from './enter-by-socket.ts'
import { joinSocket } from './join-socket.ts'

/** Carries raw bytes to and from a TCP port inside an instance; one socket is one connection. @throws Refused */
export async function openTunnel(
  socket: WebSocket,
  { id, port }: { id: InstanceId; port: number },
  auth: SocketAuth<InstancesCtx>,
): Promise<void> {
  const { ctx, row, early } = await enterBySocket(socket, { id, frame: TunnelOpen, auth })
  using _connection = ctx.connections.open(row.id)
  const { stream } = await ctx.agents.duplex(row.machine_id, instanceCalls.port, {
    params: { id, port },
    signal: ctx.signal,
  })
  socket.send(JSON.stringify({ kind: 'opened' }))
  const end = await joinSocket(socket, stream, { onText: () => {}, early, signal: ctx.signal })
  socket.close(end === 'stream_ended' ? closedNormally : closedByFault)
}
