import { systemClock } from '@gridloom/async/clock'
import type { FastifyInstance } from 'fastify'

/**
 * Stops accepting, lets the calls under way finish, and cuts what is still open after the grace. Idle
 * connections are closed at once; streams must end by the server's stopping signal.
 */
export async function closeGently(
  app: FastifyInstance,
  options: { graceMs: number },
): Promise<void> {
  const cancelCut = systemClock.after(options.graceMs, () => cut(app))
  await app.close().finally(cancelCut)
}

/** Node leaves connections that were taken over by WebSockets alone, and a peer that is gone never says goodbye. */
function cut(app: FastifyInstance): void {
  app.server.closeAllConnections()
  if (!app.hasDecorator('websocketServer')) return
  for (const socket of app.websocketServer.clients) socket.terminate()
}
