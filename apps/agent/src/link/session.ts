import { performServerHandshake } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import type { CallLog } from './call-log.ts'
import { watchLife } from './keepalive.ts'
import { createRouter, type Route } from './router.ts'

/** One connection on which the agent serves; `ended` resolves to the reason if it did not end well. */
export interface LinkSession {
  ended: Promise<Error | undefined>
  close(): void
}

export interface SessionOptions {
  socket: Duplex
  routes: readonly Route[]
  clock: Clock
  calls: CallLog
}

/** Bytes that a single call may send before we read them; each stream has a window of its own. */
const streamWindowBytes = 1024 * 1024
/** Bytes that all calls together may send; the default of 64 KiB would bound uploads to that much per round trip. */
const sessionWindowBytes = 16 * 1024 * 1024
const sessionMemoryMbMax = 256
/**
 * Readers that may leave at once, and per second after that. The defaults (1,000 and 33) are meant for untrusted peers:
 * beyond them HTTP/2 ends the whole connection, with every call on it.
 */
const streamResets = { streamResetBurst: 100_000, streamResetRate: 10_000 }

/**
 * Serves HTTP/2 on a socket that we dialled. `performServerHandshake` takes any socket; a server made
 * by `createServer` refuses TLS sockets that did not negotiate `h2`, which an upgraded one never did.
 */
export function serveSession({ socket, routes, clock, calls }: SessionOptions): LinkSession {
  const { promise: ended, resolve } = Promise.withResolvers<Error | undefined>()
  let failure: Error | undefined
  const session = performServerHandshake(socket, {
    settings: { initialWindowSize: streamWindowBytes, maxConcurrentStreams: 4096 },
    maxSessionMemory: sessionMemoryMbMax,
    ...streamResets,
  })
  const route = createRouter(routes, calls)
  session.once('connect', () => session.setLocalWindowSize(sessionWindowBytes))
  session.on('stream', (stream, headers) => void route(stream, headers))
  for (const emitter of [session, socket]) {
    emitter.on('error', (cause: Error) => {
      failure ??= cause
    })
  }
  const unwatch = watchLife({ session, socket, clock })
  session.once('close', () => {
    unwatch()
    socket.destroy()
    resolve(failure)
  })
  return { ended, close: () => session.destroy() }
}
