import type { Client } from './calls.ts'
import { untilOpened } from './opening.ts'
import type { Socket } from './socket.ts'

export interface TunnelWish {
  instanceId: string
  /** The TCP port inside. */
  port: number
  signal?: AbortSignal
}

/**
 * Opens one connection to a TCP port inside an instance and resolves when it is there: from then on
 * its bytes are the port's. Rejects with ApiError where it is refused.
 */
export async function openTunnel(client: Client, wish: TunnelWish): Promise<Socket> {
  const { socket } = await untilOpened(client, () =>
    client.instances.tunnel({
      params: { id: wish.instanceId, port: wish.port },
      ...(wish.signal ? { signal: wish.signal } : {}),
    }),
  )
  return socket
}
