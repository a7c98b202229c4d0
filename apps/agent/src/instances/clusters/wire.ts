import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Where the helper of an instance receives its packets, in the instance's own network. */
export const helperPort = 20_203

/** Some hundred large packets; the kernel cuts it to its own limit. */
const bufferBytes = 4 * 1024 * 1024
/** What may wait to be sent; packets beyond it are dropped, as by a router. */
const queueBytesMax = 4 * 1024 * 1024

/**
 * The packets between this agent and the helper of one instance, each as one UDP datagram over the instance's own bridge.
 * The kernel accepts only those of the helper's address and port.
 */
export interface Wire {
  /** The agent's end, as the helper sees it. */
  readonly local: { address: string; port: number }
  send(packet: Buffer): void
  close(): void
}

export interface WireOptions {
  /** The instance's address. */
  address: string
  onPacket(packet: Buffer): void
  /** Nothing receives packets at the instance. */
  onRefused(): void
}

export async function openWire({ address, onPacket, onRefused }: WireOptions): Promise<Wire> {
  const socket = createSocket('udp4')
  try {
    socket.bind(0)
    await once(socket, 'listening')
    socket.setRecvBufferSize(bufferBytes)
    socket.setSendBufferSize(bufferBytes)
    socket.connect(helperPort, address)
    await once(socket, 'connect')
  } catch (cause) {
    socket.close()
    throw cause
  }
  socket.on('error', onRefused)
  socket.on('message', onPacket)
  const { address: local, port } = socket.address()
  let isOpen = true
  return {
    local: { address: local, port },
    send: (packet) => {
      if (!isOpen || socket.getSendQueueSize() > queueBytesMax) return
      // @NOTE a packet that is lost is sent again by the programs that it is between
      socket.send(packet, () => undefined)
    },
    close: () => {
      if (!isOpen) return
      isOpen = false
      socket.close()
    },
  }
}
