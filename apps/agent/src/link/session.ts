import { performServerHandshake, type ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { afterBegin } from '@gridloom/async/after-begin'
import type { Clock } from '@gridloom/async/clock'
import type { DialBytes } from './call.ts'
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
  windows?: SessionWindows
  /** Dials connections for the bytes of single calls. */
  dialBytes?: DialBytes
  /** Called with each call's stream, before it is answered. */
  onStream?: (stream: ServerHttp2Stream) => void
}

/** How many bytes may be sent before we read them: by a single call, and by all together. */
export interface SessionWindows {
  streamBytes: number
  sessionBytes: number
}

/** The default of 64 KiB would bound uploads to that much per round trip. */
const usualWindows: SessionWindows = { streamBytes: 1024 * 1024, sessionBytes: 16 * 1024 * 1024 }
/**
 * Without a limit in practice. Node never takes back what was waiting to be sent on a stream that closed, so that readers
 * who leave would use up any limit, and the session then refuses all streams with `ENHANCE_YOUR_CALM` (seen in 24.21).
 * Memory is limited by the windows, and by writers that wait for room.
 */
const sessionMemoryMbMax = 1024 ** 2
/**
 * Readers that may leave at once, and per second after that. The defaults (1,000 and 33) are meant for untrusted peers:
 * beyond them HTTP/2 ends the whole connection, with every call on it.
 */
const streamResets = { streamResetBurst: 100_000, streamResetRate: 10_000 }

/**
 * Serves HTTP/2 on a socket that we dialled. `performServerHandshake` takes any socket; a server made
 * by `createServer` refuses TLS sockets that did not negotiate `h2`, which an upgraded one never did.
 */
export function serveSession(options: SessionOptions): LinkSession {
  const { socket, routes, clock, calls, windows = usualWindows } = options
  const { promise: ended, resolve } = Promise.withResolvers<Error | undefined>()
  let failure: Error | undefined
  const session = performServerHandshake(socket, {
    settings: { initialWindowSize: windows.streamBytes, maxConcurrentStreams: 4096 },
    maxSessionMemory: sessionMemoryMbMax,
    ...streamResets,
  })
  const begun = afterBegin()
  const route = createRouter(routes, calls, options.dialBytes)
  session.once('connect', () => {
    // It may have been ended in the same turn of the event loop, and throws then.
    if (!session.destroyed) session.setLocalWindowSize(windows.sessionBytes)
  })
  session.on('stream', (stream, headers) => {
    options.onStream?.(stream)
    void route(stream, headers)
  })
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
  return { ended, close: () => begun(() => session.destroy()) }
}
