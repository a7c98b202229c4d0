import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '@gridloom/async/clock'
import { type Rate, TokenBucket } from '@gridloom/domain/token-bucket'

/** Limits how fast an untrusted program's output is read: this many bytes at once, then this many per second. */
const flow: Rate = { burst: 16 * 1024 ** 2, perSecond: 32 * 1024 ** 2 }
/** The cost of a line or a frame in addition to its bytes. */
const itemBytes = 4_096
/** Bytes handled in one go; after a slice of `itemsPerTurn` lines or frames, other work gets the event loop. */
const sliceBytes = 4_096
const itemsPerTurn = 32
/** Limit for the output left after the program has ended; pipes and buffers hold less. */
const lastBytesMax = 1024 ** 2

export interface PacedReading {
  pipe: Readable
  clock: Clock
  /** Aborts when the program has ended: its last output is read without waiting, up to `lastBytesMax`. */
  ended: AbortSignal
  /** Returns how many lines or frames a slice contained. */
  onSlice(slice: Buffer): number
}

/**
 * Reads the output of a program slice by slice, no faster than the agent can handle: a compromised program may write
 * without end. Resolves when the pipe ends or breaks.
 */
export async function readPaced({ pipe, clock, ended, onSlice }: PacedReading): Promise<void> {
  const bucket = new TokenBucket(flow, clock.monotonicMs())
  let lastBytes = 0
  try {
    for await (const piece of pipe) {
      for (const slice of slicesOf(piece)) {
        const items = onSlice(slice)
        if (ended.aborted) lastBytes += slice.length
        if (lastBytes > lastBytesMax) return
        const waitMs = bucket.take(slice.length + itemBytes * items, clock.monotonicMs())
        // @NOTE the wait is aborted only when the program has ended
        if (waitMs > 0 && !ended.aborted) await clock.sleep(waitMs, ended).catch(() => undefined)
        else if (items >= itemsPerTurn) await nextTurn()
      }
    }
  } catch (cause) {
    if (!isCutOff(cause)) throw cause
  }
}

function* slicesOf(piece: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < piece.length; at += sliceBytes) yield piece.subarray(at, at + sliceBytes)
}

/** Returns whether the error is that of a writer that ended or of a pipe that was closed. */
function isCutOff(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE'
}
