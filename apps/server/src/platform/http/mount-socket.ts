import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { WebSocket } from 'ws'
import { type AtOnce, createAtOnce } from '../at-once.ts'
import { refusalFrom } from './failures.ts'

interface Serving {
  /** Aborts when the socket has closed, or when the server stops. */
  signal: AbortSignal
  /** To be called when it is known who it is, as `callerKey` has them. @throws Refused `too_many_requests` */
  signedIn(caller: string): void
}

/** Serves one socket until it resolves; what it throws is told to the other side, and ends the socket. */
export type ServeSocket = (
  socket: WebSocket,
  request: FastifyRequest,
  serving: Serving,
) => Promise<void>

/** Sockets of people who have signed in; those of strangers are pending upgrades. */
export function createSocketCounts(): AtOnce {
  return createAtOnce({ perKey: limits.socketsPerAccount, retryAfterS: 30 })
}

/** Codes of a WebSocket's end (RFC 6455, 7.4.1). */
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
        // It may have closed while it was found out whose it is: nothing would give this place back.
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

/** What a stranger's first frame may have: it holds a token and little else. */
const firstFrameBytesMax = 16 * 1024

/** Looks at what comes of a socket before its first frame is whole: one that may hold a megabyte is for those we know. */
function boundFirstFrame(socket: WebSocket, { raw }: FastifyRequest): void {
  let bytes = 0
  let isWhole = false
  const count = (some: Buffer) => {
    // Who is notified of this very piece is told even after leaving the list: what stands behind the frame is no part of it.
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
  // Behind the socket's own listener, which has given out a first frame by then, if it is whole.
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
  // One that is paused would never read the other side's goodbye.
  socket.resume()
}
