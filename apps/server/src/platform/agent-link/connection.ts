import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { Duplex } from 'node:stream'
import { afterBegin } from '@gridloom/async/after-begin'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { repeat } from '@gridloom/async/repeat'
import type { MachineId } from '@gridloom/contract/core/ids'
import { sessionBounds } from './bounds.ts'
import type { AgentChannel } from './calls.ts'
import { createMeter, type FloodDetected } from './meter.ts'
import { createRequestChannel, type RequestChannel } from './request-channel.ts'

/** A machine's one connection: HTTP/2 with us as the client. */
export interface Connection extends AgentChannel {
  readonly machineId: MachineId
  readonly connectionId: string
  /** For many short requests. */
  readonly channel: RequestChannel
  /** Aborts when the connection has ended; its reason says why. */
  readonly ended: AbortSignal
  /** Counts bytes outside of responses; call it every second. */
  look(): void
  /** Measures one round trip now, in milliseconds. Rejects after 5 s. */
  roundTripMs(): Promise<number>
  close(reason: string): void
}

/** Why a connection ended. */
export class ConnectionEnded extends Error {
  override readonly name = 'ConnectionEnded'
}

interface ConnectionOptions {
  machineId: MachineId
  connectionId: string
  socket: Duplex
  clock: Clock
  /** Called at once, before the machine can see that its connection ends. */
  onFlood(): void
  /** Bytes that may arrive before they are read; those of {@link sessionBounds} by default. */
  windows?: Windows
}

/** Bytes of one stream, and of all together; and the memory that a session may claim. */
export type Windows = Readonly<
  Record<'streamWindowBytes' | 'sessionWindowBytes' | 'memoryMbMax', number>
>

export const pingEveryMs = 10_000
export const pingTimeoutMs = 5_000

/**
 * Speaks HTTP/2 over a socket that an agent dialled, and closes it when a ping is not answered within 5 s. Node credits
 * the session's window as bytes arrive and a stream's only as they are read, so a stalled reader stops its own stream
 * and no other.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { machineId, connectionId, socket, clock, windows = sessionBounds } = options
  const ended = new AbortController()
  const session = connect('http://agent', {
    createConnection: () => socket,
    settings: {
      initialWindowSize: windows.streamWindowBytes,
      maxHeaderListSize: sessionBounds.headerBytesMax,
      enablePush: false,
    },
    maxHeaderListPairs: sessionBounds.headerPairsMax,
    maxSessionMemory: windows.memoryMbMax,
  })
  const begun = afterBegin()
  let reason: Error = new ConnectionEnded('the agent closed it')
  session.once('connect', () => {
    // It may have been ended in the same turn of the event loop, and throws then.
    if (!session.destroyed) session.setLocalWindowSize(windows.sessionWindowBytes)
  })
  session.on('error', (error) => {
    reason = new ConnectionEnded(error.message)
  })
  session.once('close', () => {
    socket.destroy()
    ended.abort(reason)
  })
  const destroy = (why: Error, code: number) =>
    begun(() => {
      if (!session.destroyed) session.destroy(why, code)
    })
  // With an error, so that open streams break instead of seeming to have ended.
  const close = (why: string) => destroy(new ConnectionEnded(why), constants.NGHTTP2_NO_ERROR)
  const onFlood = (flood: FloodDetected) => {
    options.onFlood()
    // At once: readers see the end of their streams before the session reports that it has closed.
    ended.abort(flood)
    destroy(flood, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  }
  const meter = createMeter({ clock, onFlood })
  // Sockets of an HTTP server stay half open when the other side hangs up; HTTP/2 would not notice.
  socket.once('end', () => close('the agent hung up'))
  const roundTripMs = () =>
    withDeadline(clock, { ms: pingTimeoutMs, signal: ended.signal }, (signal) =>
      ping(session, signal),
    )
  void repeat({
    clock,
    everyMs: pingEveryMs,
    signal: ended.signal,
    work: async () => {
      const before = bytesReadOf(socket)
      // A pong may wait behind a full uplink: any byte that arrived meanwhile also shows that the agent is alive.
      await roundTripMs().catch(() => {
        if (bytesReadOf(socket) === before) close(`no answer to a ping within ${pingTimeoutMs} ms`)
      })
    },
    failed: () => {},
  })
  const channel = createRequestChannel({ session, meter })
  return {
    ...{ machineId, connectionId, session, clock, meter, channel },
    look: () => meter.look(bytesReadOf(socket)),
    ...{ ended: ended.signal, roundTripMs, close },
  }
}

function ping(session: ClientHttp2Session, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    const sent = session.ping((error, durationMs) => {
      signal.removeEventListener('abort', giveUp)
      if (error === null) resolve(durationMs)
      else reject(error)
    })
    if (!sent) reject(new Error('too many pings are under way'))
  })
}

function bytesReadOf(socket: Duplex): number {
  return 'bytesRead' in socket && typeof socket.bytesRead === 'number' ? socket.bytesRead : 0
}
