import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'

/** The part of a socket that reads and writes. Node has no public name for it. */
interface Inner {
  _handle: object | null
}

/**
 * Takes over an accepted socket so that it reads into given memory, which Node offers only for sockets that it connects:
 * by default each read has new memory of 64 KiB, which takes three times the processor time. Returns `undefined` for a
 * socket that cannot be taken over. Nothing may be written or unread on it; it is destroyed when the new one closes.
 */
export function takeSocket(accepted: Socket, onread: OnReadOpts): Socket | undefined {
  // Named cast: see Inner.
  const inner = accepted as unknown as Inner
  const { _handle: handle } = inner
  if (typeof handle !== 'object' || handle === null) return undefined
  inner._handle = null
  // Named cast: Node itself makes the sockets of a server from such a handle.
  const options = { handle, onread, allowHalfOpen: true } as SocketConstructorOpts
  const socket = new Socket(options)
  // The server counts its connections by the sockets that it accepted.
  socket.once('close', () => accepted.destroy())
  return socket
}
