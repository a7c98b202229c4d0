import type { ServerHttp2Session } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'

export const pingEveryMs = 3_000
/** Together with the ping interval, a dead connection is detected within 12 s. */
export const silentAfterMs = 9_000

export interface WatchedSession {
  session: Pick<ServerHttp2Session, 'ping' | 'destroy' | 'destroyed'>
  socket: Duplex
  clock: Clock
}

/**
 * Pings the other end and destroys the session when nothing arrives for too long; returns a function that stops it.
 * Without this, a connection whose peer lost its power would look alive for many minutes. Any byte counts as life, so
 * that a pong queued behind a full uplink does not end a busy connection.
 */
export function watchLife({ session, socket, clock }: WatchedSession): () => void {
  let receivedMs = clock.monotonicMs()
  let bytesSeen = bytesReadOf(socket)

  function look(): void {
    if (session.destroyed) return
    const bytes = bytesReadOf(socket)
    if (bytes !== bytesSeen) {
      bytesSeen = bytes
      receivedMs = clock.monotonicMs()
    }
    if (clock.monotonicMs() - receivedMs > silentAfterMs) {
      session.destroy(new Error(`nothing received for ${silentAfterMs / 1000} s`))
      return
    }
    session.ping((error) => {
      if (error === null) receivedMs = clock.monotonicMs()
    })
  }

  return clock.every(pingEveryMs, look)
}

function bytesReadOf(socket: Duplex): number {
  return 'bytesRead' in socket && typeof socket.bytesRead === 'number' ? socket.bytesRead : 0
}
