import type { IncomingMessage } from 'node:http'
import { Refused } from '@gridloom/contract/errors'

/** A larger body is written directly into the memory that is shared with the thread that reads it. */
export const largeBytesMin = 128 * 1024

interface Collecting {
  raw: IncomingMessage
  /** The limit of the endpoint. */
  bytesMax: number
  tooLarge(): Refused
}

/**
 * Collects the bytes of a body. Pieces of a large one are copied as they arrive: pieces held until the last would reach
 * the old generation, whose collection is expensive.
 */
export function collectBody(
  { raw, bytesMax, tooLarge }: Collecting,
  done: (error: Error | null, bytes: Buffer) => void,
): void {
  const announced = Number(raw.headers['content-length'] ?? Number.NaN)
  if (announced > bytesMax) {
    done(tooLarge(), empty)
    return
  }
  const store = announced > largeBytesMin ? inPlace(announced) : inPieces()
  let bytes = 0
  const finish = (error: Error | null, whole: Buffer) => {
    raw.off('data', take).off('end', end).off('error', fail)
    done(error, whole)
  }
  const take = (piece: Buffer) => {
    bytes += piece.length
    if (bytes > bytesMax) finish(tooLarge(), empty)
    else store.add(piece)
  }
  const end = () => {
    if (!Number.isNaN(announced) && bytes !== announced) finish(cutShort(), empty)
    else finish(null, store.whole())
  }
  const fail = (error: Error) => finish(error, empty)
  raw.on('data', take).on('end', end).on('error', fail)
}

const empty = Buffer.alloc(0)

function cutShort(): Refused {
  return new Refused('malformed_body', { internal: 'not as long as it was announced' })
}

interface Store {
  add(piece: Buffer): void
  whole(): Buffer
}

function inPlace(bytes: number): Store {
  const place = Buffer.from(new SharedArrayBuffer(bytes))
  let at = 0
  return {
    add(piece) {
      at += piece.copy(place, at)
    },
    whole: () => place,
  }
}

function inPieces(): Store {
  const pieces: Buffer[] = []
  return {
    add: (piece) => void pieces.push(piece),
    whole: () => Buffer.concat(pieces),
  }
}
