import type { ClientHttp2Stream } from 'node:http2'
import type { Clock } from '@gridloom/async/clock'
import { type Rate, TokenBucket } from '@gridloom/domain/token-bucket'
import { frameRates, messageRates, shortFrameBytes } from './bounds.ts'

/** A response of a machine exceeded its limit of size, length or time. */
export class OutOfBounds extends Error {
  override readonly name = 'OutOfBounds'
}

/** A machine sent more than an honest one does: its connection is ended, and it must wait before it reconnects. */
export class FloodDetected extends Error {
  override readonly name = 'Flooded'
}

/** Counts what a machine sends on one connection, as it arrives, before any reader. */
export interface Meter {
  /** Open streams that are counted. */
  readonly streams: number
  /** Counts the bytes of a stream, and breaks it with {@link OutOfBounds} when they exceed its limit. */
  watch(stream: ClientHttp2Stream, bytesMax: number): void
  /** Counts an unsolicited message. */
  message(bytes: number): void
  /** Counts a response that was not requested, or whose reader has left. */
  unrequested(bytes: number): void
  /** Counts bytes outside of streams; call it every second with the total received. */
  look(bytesRead: number): void
}

interface MeterOptions {
  clock: Clock
  /** Called once, on a flood. */
  onFlood(flood: FloodDetected): void
}

export function createMeter({ clock, onFlood }: MeterOptions): Meter {
  const nowMs = clock.monotonicMs()
  const bucket = (rate: Rate, what: string) => ({ bucket: new TokenBucket(rate, nowMs), what })
  const messages = bucket(messageRates.messages, 'messages')
  const messageBytes = bucket(messageRates.bytes, 'bytes of messages')
  const unrequestedBytes = bucket(messageRates.bytes, 'unrequested bytes')
  const shortFrames = bucket(frameRates.short, 'short frames')
  const overhead = bucket(frameRates.overheadBytes, 'bytes of frames that carry nothing')
  let pieceBytes = 0
  let overheadBytes = 0
  let streams = 0
  let isOver = false

  function take(from: ReturnType<typeof bucket>, amount: number): void {
    if (isOver || from.bucket.take(amount, clock.monotonicMs()) === 0) return
    isOver = true
    onFlood(new FloodDetected(`too many ${from.what}`))
  }

  function count(bytes: number): void {
    pieceBytes += bytes
    if (bytes < shortFrameBytes) take(shortFrames, 1)
  }

  return {
    get streams() {
      return streams
    },
    watch(stream, bytesMax) {
      streams += 1
      stream.once('close', () => {
        streams -= 1
      })
      countPieces(stream, { bytesMax, count })
    },
    message(bytes) {
      take(messages, 1)
      take(messageBytes, bytes)
    },
    unrequested: (bytes) => take(unrequestedBytes, bytes),
    look(bytesRead) {
      const beside = bytesRead - pieceBytes
      take(overhead, Math.max(0, beside - overheadBytes))
      overheadBytes = beside
    },
  }
}

interface Counting {
  bytesMax: number
  count(bytes: number): void
}

/**
 * Node passes received data to `push`, a frame at a time, whether anyone reads or not: the one place that sees all of
 * it, without taking any from its reader.
 */
function countPieces(stream: ClientHttp2Stream, { bytesMax, count }: Counting): void {
  const push = stream.push.bind(stream)
  let bytes = 0
  stream.push = (piece: unknown, encoding?: BufferEncoding): boolean => {
    if (!Buffer.isBuffer(piece)) return push(piece, encoding)
    bytes += piece.length
    count(piece.length)
    if (bytes <= bytesMax) return push(piece, encoding)
    stream.destroy(new OutOfBounds(`an answer is larger than ${bytesMax} bytes`))
    return false
  }
}
