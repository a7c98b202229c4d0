import { systemClock } from '@gridloom/async/clock'
import type { FastifyInstance } from 'fastify'

/**
 * Stops accepting, lets the calls in progress finish, and cuts connections that are still open after the grace period.
 * Idle connections are closed at once; streams must end by the server's stopping signal.
 */
export async function closeGently(
  app: FastifyInstance,
  options: { graceMs: number },
): Promise<void> {
  const cancelCut = systemClock.after(options.graceMs, () => cut(app))
  await app.close().finally(cancelCut)
}

/** Node does not close connections that WebSockets took over, and a peer that is gone never sends a close. */
function cut(app: FastifyInstance): void {
  app.server.closeAllConnections()
  if (!app.hasDecorator('websocketServer')) return
  for (const socket of app.websocketServer.clients) socket.terminate()
}
