import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { createReadPace } from '@gridloom/async/read-pace'
import { createReadSlabs } from '@gridloom/async/read-slabs'
import { ownConnectionIdleMs } from '@gridloom/contract/agent/protocol'
import { StreamBroken } from './streams.ts'
import { takeSocket } from './take-socket.ts'

/** The bytes of a call that have a connection of their own. */
export interface OwnBytes {
  /** Destroying it ends the connection, and the call. */
  stream: Duplex
  /** Takes back the memory of bytes that were read, each once. */
  release(bytes: Uint8Array): void
  /** Ends the bytes with the stream of their call, and the other way round. */
  belongTo(call: Duplex): void
}

/** How long bytes may still come after the call has ended. */
const lastBytesMs = 10_000
/** A machine that sent nothing this often, not even that it is idle, is gone. */
const silentTimesMax = 4

/**
 * Makes a stream of a connection that a machine dialled, which reads in large pieces. Called before the machine may send
 * its first byte: what was read before would be lost.
 */
export function ownBytes(accepted: Socket, clock: Clock): OwnBytes {
  const slabs = createReadSlabs()
  const taken = takeSocket(accepted, {
    buffer: () => slabs.room(),
    callback: (bytes) => {
      const isWanted = stream.push(slabs.take(bytes))
      return pace.after(bytes) && isWanted
    },
  })
  const socket = taken ?? accepted
  const pace = createReadPace({ resume: () => socket.resume() })
  const broken = (why: string) => void stream.destroy(new StreamBroken(why))
  const stream: Duplex = new Duplex({
    read: () => pace.want(),
    write: (bytes, _, done) => void socket.write(bytes, done),
    final: (done) => void socket.end(done),
    destroy: (cause, done) => {
      socket.destroy()
      done(cause)
    },
  })
  if (taken === undefined)
    socket.on('data', (bytes: Buffer) => void (stream.push(bytes) || socket.pause()))
  socket.once('end', () => stream.push(null))
  socket.once('close', () => broken('its own connection ended'))
  socket.on('error', (cause) => stream.destroy(cause))
  // @NOTE its reader is told by `close`
  stream.on('error', () => {})
  const stop = watchSilence({ socket, stream, clock }, () => broken('its own connection is silent'))
  stream.once('close', stop)
  return {
    stream,
    release: slabs.release,
    belongTo(call) {
      call.resume()
      stream.once('close', () => call.destroy())
      call.on('error', (cause) => stream.destroy(cause))
      call.once('close', () => {
        const cancel = clock.after(lastBytesMs, () => broken('the call ended'))
        stream.once('close', cancel)
      })
      if (stream.destroyed) call.destroy()
      else if (call.destroyed) broken('the call ended')
    },
  }
}

/** Only a connection that is being read can be silent. */
function watchSilence(
  { socket, stream, clock }: { socket: Socket; stream: Duplex; clock: Clock },
  silent: () => void,
): () => void {
  let before = socket.bytesRead
  let times = 0
  return clock.every(ownConnectionIdleMs, () => {
    const isRead = stream.readableFlowing === true && !stream.readableEnded
    times = isRead && socket.bytesRead === before ? times + 1 : 0
    before = socket.bytesRead
    if (times > silentTimesMax) silent()
  })
}
