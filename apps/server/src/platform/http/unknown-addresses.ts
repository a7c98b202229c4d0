import type { IncomingHttpHeaders } from 'node:http'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance } from 'fastify'

/** Rejects requests without a route before their body is read. Requests for pages have none. */
export function refuseUnknown(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url, method, is404, headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (is404 && !isRead) return done(unknownAddress())
    const zeroAt = url.indexOf('%00')
    if (zeroAt >= 0) return done(isInPath(url, zeroAt) ? unknownAddress() : noNullCharacter())
    // Such a body is not read: the connection ends instead.
    if (isRead && hasBody(headers)) reply.raw.setHeader('connection', 'close')
    done()
  })
}

function isInPath(url: string, at: number): boolean {
  const query = url.indexOf('?')
  return query < 0 || at < query
}

/** The database cannot store the character, and no value needs it. */
function noNullCharacter(): Refused {
  return new Refused('invalid_input', { internal: 'a null character in the query' })
}

/** Rejects a WebSocket where none is served: the plugin would open one at any address, only to close it. */
export function refuseOtherSockets(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // The framework computes a route's options at each access: most requests do without.
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
