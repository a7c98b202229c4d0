import type { Client } from './calls.ts'
import { untilOpened } from './opening.ts'
import type { Socket } from './socket.ts'

/**
 * Connects to the SSH server inside an instance and resolves when it is there: from then on the bytes are those of SSH.
 * Rejects with ApiError when it is refused.
 */
export async function openSshConnection(
  client: Client,
  { instanceId, signal }: { instanceId: string; signal?: AbortSignal },
): Promise<Socket> {
  const { socket } = await untilOpened(client, () =>
    client.ssh.connect({ params: { id: instanceId }, ...(signal ? { signal } : {}) }),
  )
  return socket
}
