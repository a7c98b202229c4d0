import type { Client } from './calls.ts'
import { untilOpened } from './opening.ts'
import type { Socket } from './socket.ts'

export interface TunnelOptions {
  instanceId: string
  /** The TCP port in the instance. */
  port: number
  signal?: AbortSignal
}

/**
 * Opens one connection to a TCP port inside an instance and resolves when it is established: from then on its bytes are
 * the port's. Rejects with ApiError when it is refused.
 */
export async function openTunnel(client: Client, options: TunnelOptions): Promise<Socket> {
  const { socket } = await untilOpened(client, () =>
    client.instances.tunnel({
      params: { id: options.instanceId, port: options.port },
      ...(options.signal ? { signal: options.signal } : {}),
    }),
  )
  return socket
}
