import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '@gridloom/async/clock'
import { type Rate, TokenBucket } from '@gridloom/domain/token-bucket'

/** What is read of a program is a stranger's: this much at once and this much each second, and then it is let wait. */
const flow: Rate = { burst: 16 * 1024 ** 2, perSecond: 32 * 1024 ** 2 }
/** What a line or a frame costs besides its bytes. */
const itemBytes = 4_096
/** Heard in one go; where so much holds many lines or frames, whoever else waits for the event loop has its turn then. */
const sliceBytes = 4_096
const itemsPerTurn = 32
/** What pipes and buffers hold of one that has ended is less. */
const lastBytesMax = 1024 ** 2

export interface PacedReading {
  pipe: Readable
  clock: Clock
  /** Aborts when the program has ended: its last words are heard at once, and none beyond what a pipe holds. */
  ended: AbortSignal
  /** Answers how many lines or frames a slice held. */
  onSlice(slice: Buffer): number
}

/**
 * Hears what a program writes, piece by piece, and no faster than the agent has time for: one that was taken over may write
 * without end. Resolves where the pipe ends, however that came.
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
        // @NOTE a wait that is cut short is the end of the program
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

/** Whoever wrote has ended, or is heard no more. */
function isCutOff(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE'
}
