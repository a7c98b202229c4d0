import { connect } from 'node:net'
import { Duplex } from 'node:stream'
import { createReadSlabs } from '@gridloom/async/read-slabs'
import type { EngineAddress } from './engine-address.ts'
import { createTurnWriter } from './turn-writer.ts'

/** An upgraded connection to the engine, open in both directions. */
export interface EngineStream {
  stream: Duplex
  /** Gives back a part of what was read, once nothing reads its memory any more; see `ReadSlabs`. */
  release(bytes: Uint8Array): void
}

/** A connection to the engine that carries many bytes. */
export interface EngineSocket extends EngineStream {
  /** Ends the limit of silence. */
  keepOpen(): void
}

/**
 * Opens a connection to the engine, which is given up when the engine is silent for `idleMs`. Its reads share large
 * pieces of memory, and what is written in one turn goes out at once. An engine ends its half when a program has ended:
 * input that comes later is dropped. One that breaks off breaks the stream, as output may be lost.
 */
export function openEngineSocket(address: EngineAddress, idleMs: number): EngineSocket {
  const slabs = createReadSlabs()
  let hasEnded = false
  let isKept = false
  const keepOpen = () => {
    isKept = true
  }
  const end = () => {
    if (!hasEnded) stream.push(null)
    hasEnded = true
  }
  const socket = connect({
    ...placeOf(address),
    timeout: idleMs,
    onread: { buffer: slabs.room, callback: (bytes) => stream.push(slabs.take(bytes)) },
  })
  const writer = createTurnWriter(socket)
  const stream = new Duplex({
    // As with a socket: the engine ends its half when the program has ended.
    allowHalfOpen: false,
    read: () => void socket.resume(),
    write: (bytes, _, done) => writer.write(bytes, (cause) => done(hasEnded ? null : cause)),
    final: (done) =>
      writer.flush((cause) => {
        if (socket.destroyed || cause) done(hasEnded ? null : cause)
        else socket.end(() => done())
      }),
    destroy: (cause, done) => {
      socket.destroy()
      done(cause)
    },
  })
  socket.on('timeout', () => {
    if (!isKept) stream.destroy(new Error(`silent for ${idleMs} ms`))
  })
  socket.once('end', end)
  socket.on('error', (cause) => {
    if (!hasEnded) stream.destroy(cause)
  })
  return { stream, release: slabs.release, keepOpen }
}

function placeOf(address: EngineAddress) {
  return address.kind === 'socket'
    ? { path: address.path }
    : { host: address.host, port: address.port }
}
