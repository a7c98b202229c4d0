import type { Socket } from 'node:net'
import type { Connection, ServerChannel } from 'ssh2'

/** What ssh2 keeps to itself and we need; all of it is here, to be looked at when ssh2 is updated. */
interface Internals {
  readonly _sock: Socket
  readonly _chanMgr: { add(waiting: OnOpen): number }
  readonly _protocol: {
    openssh_authAgent(channel: number, window: number, packetBytes: number): void
  }
}

type OnOpen = ((error: Error | undefined, channel: ServerChannel) => void) & { type?: string }

const agentChannel = 'auth-agent@openssh.com'
/** As ssh2 announces for its other channels. */
const windowBytes = 2 * 1024 * 1024
const packetBytes = 32 * 1024

/** The socket of a client. */
export function socketOf(client: Connection): Socket {
  return internalsOf(client)._sock
}

/** Opens a channel to the SSH agent on the client's computer; ssh2 has the message and no method for it. */
export function openAgentChannel(client: Connection): Promise<ServerChannel> {
  const { _chanMgr, _protocol } = internalsOf(client)
  return new Promise((resolve, reject) => {
    const onOpen: OnOpen = (error, channel) => {
      if (error === undefined) resolve(channel)
      else reject(error)
    }
    onOpen.type = agentChannel
    const id = _chanMgr.add(onOpen)
    if (id === -1) reject(new Error('no free channels'))
    else _protocol.openssh_authAgent(id, windowBytes, packetBytes)
  })
}

/** Named cast: a connection of ssh2 1.17, whose types leave these out. */
function internalsOf(client: Connection): Internals {
  return client as unknown as Internals
}
