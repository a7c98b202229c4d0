import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Stops accepting, lets the calls under way finish, and cuts what is still open after the grace. Idle
 * connections are closed at once; streams must end by the server's stopping signal.
 */
export async function closeGently(
  app: FastifyInstance,
  options: { graceMs: number },
): Promise<void> {
  const over = new AbortController()
  const cutting = delay(options.graceMs, undefined, { signal: over.signal }).then(
    () => cut(app),
    // @NOTE rejects only when everything has closed before.
    () => {},
  )
  await app.close()
  over.abort()
  await cutting
}

/** Node leaves connections that were taken over by WebSockets alone, and a peer that is gone never says goodbye. */
function cut(app: FastifyInstance): void {
  app.server.closeAllConnections()
  if (!app.hasDecorator('websocketServer')) return
  for (const socket of app.websocketServer.clients) socket.terminate()
}
