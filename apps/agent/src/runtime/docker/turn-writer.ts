import type { Writable } from 'node:stream'
import { nextTurn } from '@gridloom/async/next-turn'

type Done = (cause?: Error | null) => void

/** Bytes that are taken before those ahead of them are written. */
const aheadBytesMax = 256 * 1024

/** Writes what is given to it in one turn of the event loop with one call of the system. */
export interface TurnWriter {
  /** Takes bytes; calls back when it takes more, or with what failed. */
  write(bytes: Uint8Array, done: Done): void
  /** Calls back when all is written, or with what failed. */
  flush(done: Done): void
}

/**
 * Creates the writer of a socket. HTTP/2 delivers a stream in pieces of 16 KiB: to write each for itself takes more of
 * the processor than all else, in the reader too.
 */
export function createTurnWriter(socket: Writable): TurnWriter {
  let taken: Uint8Array[] = []
  let takenBytes = 0
  let isWriting = false
  let failure: Error | null | undefined
  let waiting: (() => void)[] = []

  async function writeTaken(): Promise<void> {
    isWriting = true
    await nextTurn()
    const parts = taken
    taken = []
    takenBytes = 0
    socket.cork()
    for (const [at, part] of parts.entries())
      socket.write(part, at === parts.length - 1 ? written : undefined)
    socket.uncork()
  }

  function written(cause?: Error | null): void {
    failure ??= cause
    isWriting = false
    if (taken.length > 0 && !failure) void writeTaken()
    const all = waiting
    waiting = []
    for (const goOn of all) goOn()
  }

  function flush(done: Done): void {
    if (isWriting) waiting.push(() => flush(done))
    else done(failure)
  }

  return {
    write: (bytes, done) => {
      taken.push(bytes)
      takenBytes += bytes.length
      if (!isWriting && !failure) void writeTaken()
      if (takenBytes < aheadBytesMax || failure) done(failure)
      else waiting.push(() => done(failure))
    },
    flush,
  }
}
