import { WebSocket as NodeSocket } from 'ws'

/**
 * A WebSocket that can pause its peer, which the runtime's own cannot: without it a fast download through a forwarded
 * port would pile up in memory.
 */
export function openNodeSocket(url: string): WebSocket {
  return asBrowserSocket(new NodeSocket(url))
}

/** Named cast: the package's socket has all members of a browser's (per its documentation). */
function asBrowserSocket(socket: NodeSocket): WebSocket {
  return socket as unknown as WebSocket
}
