import type { IncomingHttpHeaders } from 'node:http'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance } from 'fastify'

/** Refuses, before a body is looked at, what no route is for. A page is asked for without one. */
export function refuseUnknown(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url, method, is404, headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (url.includes('%00') || (is404 && !isRead)) return done(unknownAddress())
    // Nobody reads such a body: the connection ends rather than to take it in.
    if (isRead && hasBody(headers)) reply.header('connection', 'close')
    done()
  })
}

/** Refuses a WebSocket where none is served: its plugin would open one at any address, only to close it. */
export function refuseOtherSockets(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // The options of a route are put together each time that they are asked for: most requests do without.
    if (!request.ws || request.routeOptions.config.isSocket === true) return done()
    done(unknownAddress())
  })
}

export function unknownAddress(): Refused {
  return new Refused('not_found', { details: { what: 'address' } })
}

/** Whether a request announces a body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
