import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { WebSocket } from 'ws'
import { type AtOnce, createAtOnce } from '../at-once.ts'
import { refusalFrom } from './failures.ts'

interface Serving {
  /** Aborts when the socket has closed, or when the server stops. */
  signal: AbortSignal
  /** Call it once the caller is authenticated, with their `callerKey`. @throws Refused `too_many_requests` */
  signedIn(caller: string): void
}

/** Serves one socket until it resolves; an error that it throws is sent to the other side, and closes the socket. */
export type ServeSocket = (
  socket: WebSocket,
  request: FastifyRequest,
  serving: Serving,
) => Promise<void>

/** Limits sockets of signed-in users; unauthenticated ones are pending upgrades. */
export function createSocketCounts(): AtOnce {
  return createAtOnce({ perKey: limits.socketsPerAccount, retryAfterS: 30 })
}

/** WebSocket close codes (RFC 6455, 7.4.1). */
const closedByPolicy = 1008
const closedByRestart = 1012

interface Mounting {
  stopping: AbortSignal
  counts: AtOnce
  serve: ServeSocket
}

/** Mounts a `websocket` endpoint. */
export function mountSocket(
  app: FastifyInstance,
  place: Pick<RouteOptions, 'url' | 'config'>,
  { stopping, counts, serve }: Mounting,
): void {
  app.route({
    ...place,
    config: { ...place.config, isSocket: true },
    method: 'GET',
    exposeHeadRoute: false,
    handler: async () => {
      throw new Refused('not_found', { details: { what: 'answer but to a WebSocket' } })
    },
    wsHandler: async (socket, request) => {
      const over = new AbortController()
      let place: Disposable | undefined
      socket.once('close', () => {
        place?.[Symbol.dispose]()
        over.abort()
      })
      const stop = () => socket.close(closedByRestart, 'the server is stopping')
      stopping.addEventListener('abort', stop, { signal: over.signal })
      const signedIn = (caller: string) => {
        // It may have closed during authentication: nothing would release this place.
        if (over.signal.aborted) return
        place?.[Symbol.dispose]()
        place = counts.enter(caller)
        app.pendingUpgrades.authenticated(request.raw)
      }
      try {
        boundFirstFrame(socket, request)
        const signal = AbortSignal.any([over.signal, stopping])
        await serve(socket, request, { signal, signedIn })
      } catch (error) {
        refuse(socket, request, error)
      }
    },
  })
}

/** The largest first frame of an unauthenticated caller: it contains a token and little else. */
const firstFrameBytesMax = 16 * 1024

/** Limits what a socket receives before its first frame is complete: only authenticated callers may send a megabyte. */
function boundFirstFrame(socket: WebSocket, { raw }: FastifyRequest): void {
  let bytes = 0
  let isWhole = false
  const count = (some: Buffer) => {
    // A listener still receives the present chunk after it is removed: bytes after the frame are no part of it.
    if (isWhole) return
    bytes += some.length
    if (bytes <= firstFrameBytesMax) return
    done()
    socket.terminate()
  }
  const done = () => {
    isWhole = true
    raw.socket.off('data', count)
    socket.off('message', done)
  }
  // Added after the socket's own listener, which has emitted the first frame by then, if it is complete.
  raw.socket.on('data', count)
  socket.on('message', done)
}

function refuse(socket: WebSocket, request: FastifyRequest, error: unknown): void {
  const refused = refusalFrom(error)
  const { code, publicText } = refused
  if (code === 'internal')
    request.log.error({ event: 'socket.failed', err: error }, 'a socket broke')
  else
    request.log.info(
      { event: 'socket.refused', code, why: refused.message },
      'a socket was refused',
    )
  socket.send(JSON.stringify({ kind: 'refused', code, error: publicText }))
  socket.close(closedByPolicy, code)
  // A paused socket would never receive the other side's close frame.
  socket.resume()
}
