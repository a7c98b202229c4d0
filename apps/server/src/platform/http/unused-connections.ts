import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks connections that have carried no request yet. Browsers open some ahead of need, and Node does not count them
 * as idle, so a stopping server would wait for them in vain.
 */
export function trackUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  for (const use of ['request', 'upgrade'] as const) {
    server.on(use, ({ socket }: { socket: Socket }) => unused.delete(socket))
  }
  return unused
}
