import type { Endpoint } from '@gridloom/contract/endpoint'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { refusalFrom } from './failures.ts'
import { limitOf, urlOf } from './route-parts.ts'

/** Serves one socket until it resolves; what it throws is told to the other side, and ends the socket. */
export type ServeSocket = (
  socket: WebSocket,
  request: FastifyRequest,
  signal: AbortSignal,
) => Promise<void>

/** Codes of a WebSocket's end (RFC 6455, 7.4.1). */
const closedByPolicy = 1008
const closedByRestart = 1012

/** Mounts a `websocket` endpoint. The signal aborts when the socket has closed, or when the server stops. */
export function mountSocket(
  app: FastifyInstance,
  endpoint: Endpoint,
  { stopping, serve }: { stopping: AbortSignal; serve: ServeSocket },
): void {
  app.route({
    method: 'GET',
    url: urlOf(endpoint),
    ...limitOf(endpoint),
    exposeHeadRoute: false,
    handler: async () => {
      throw new Refused('not_found', { details: { what: 'answer but to a WebSocket' } })
    },
    wsHandler: async (socket, request) => {
      const over = new AbortController()
      socket.once('close', () => over.abort())
      const stop = () => socket.close(closedByRestart, 'the server is stopping')
      stopping.addEventListener('abort', stop, { signal: over.signal })
      try {
        await serve(socket, request, AbortSignal.any([over.signal, stopping]))
      } catch (error) {
        refuse(socket, request, error)
      }
    },
  })
}

function refuse(socket: WebSocket, request: FastifyRequest, error: unknown): void {
  const refused = refusalFrom(error)
  const { code, publicText } = refused
  if (code === 'internal') request.log.error({ err: error }, 'a socket broke')
  else request.log.info({ code, why: refused.message }, 'a socket was refused')
  socket.send(JSON.stringify({ kind: 'refused', code, error: publicText }))
  socket.close(closedByPolicy, code)
  // One that is paused would never read the other side's goodbye.
  socket.resume()
}
