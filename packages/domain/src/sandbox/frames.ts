import { scanJson } from '../scan-json.ts'

/** A message between this process and a program in a sandbox: JSON, and binary parts. */
export interface Frame {
  word: unknown
  parts: readonly Uint8Array[]
}

/** Limits of one frame for its reader. */
export interface FrameBounds {
  /** Bytes of its JSON. */
  wordBytesMax: number
  /** Nesting depth of lists and objects in it. */
  depthMax: number
  /** Number of lists, objects and items after a comma in it. */
  valuesMax: number
  partsMax: number
  /** Bytes of all its parts. */
  partsBytesMax: number
}

/** Thrown for bytes that are not a frame, or one beyond its limits: nothing after it can be read. */
export class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame'
}

/**
 * The descriptor that a program in a sandbox writes its frames to; ours arrive on its standard input. Output of
 * libraries goes elsewhere.
 */
export const framesFd = 4

const numberBytes = 4
const numberMax = 2 ** 32 - 1
/** The maximum initial size of a buffer: an announced length alone must not allocate memory. */
const firstRoomBytes = 64 * 1024

/**
 * Encodes a frame as chunks to be written in order: the byte length of its JSON, the number of parts, the byte length
 * of each (32 bits, little-endian), then the JSON and the parts. @throws RangeError beyond 4 GiB
 */
export function encodeFrame({ word, parts }: Frame): Uint8Array[] {
  const json = new TextEncoder().encode(JSON.stringify(word))
  const head = new Uint8Array(numberBytes * (2 + parts.length))
  const numbers = [json.length, parts.length, ...parts.map(({ length }) => length)]
  const view = new DataView(head.buffer)
  for (const [at, number] of numbers.entries()) {
    if (number > numberMax) throw new RangeError(`a frame has no room for ${number} bytes`)
    view.setUint32(at * numberBytes, number, true)
  }
  return [head, json, ...parts]
}

/** The stream that frames are written to: a stream of Node.js. */
interface FrameSink {
  cork(): void
  write(piece: Uint8Array): unknown
  uncork(): void
}

/** Writes a frame, in one write if it is small. */
export function writeFrame(to: FrameSink, frame: Frame): void {
  to.cork()
  for (const piece of encodeFrame(frame)) to.write(piece)
  to.uncork()
}

/** The section being read: its bytes are collected until it is complete. */
type Stage =
  | { kind: 'counts' }
  | { kind: 'lengths'; wordBytes: number }
  | { kind: 'body'; wordBytes: number; lengths: readonly number[] }

/**
 * Reads frames of an untrusted program. Buffers at most twice what was received of one frame, however small the chunks,
 * and rejects a frame whose announced size exceeds the bounds before it buffers any of it.
 */
export class FrameReader {
  readonly #bounds: FrameBounds
  #stage: Stage = { kind: 'counts' }
  #room = new Uint8Array(2 * numberBytes)
  #filled = 0
  #wanted = 2 * numberBytes

  constructor(bounds: FrameBounds) {
    this.#bounds = bounds
  }

  /** Whether a frame has started and not ended. */
  get isWithin(): boolean {
    return this.#stage.kind !== 'counts' || this.#filled > 0
  }

  /** Yields the frames that a chunk completes, decoding each on demand. @throws BrokenFrame */
  *push(piece: Uint8Array): Generator<Frame, void> {
    let at = 0
    while (at < piece.length) {
      const taken = piece.subarray(at, at + this.#wanted - this.#filled)
      this.#hold(taken)
      at += taken.length
      while (this.#filled === this.#wanted) {
        const frame = this.#step()
        if (frame !== undefined) yield frame
      }
    }
  }

  #hold(taken: Uint8Array): void {
    const needed = this.#filled + taken.length
    if (needed > this.#room.length) {
      const grown = new Uint8Array(Math.min(this.#wanted, Math.max(needed, 2 * this.#room.length)))
      grown.set(this.#room.subarray(0, this.#filled))
      this.#room = grown
    }
    this.#room.set(taken, this.#filled)
    this.#filled = needed
  }

  /** Handles a complete section; returns the frame if it was the last one. */
  #step(): Frame | undefined {
    const held = this.#room
    switch (this.#stage.kind) {
      case 'counts': {
        const [wordBytes = 0, partsCount = 0] = numbersIn(held)
        this.#refuseBeyond(wordBytes, this.#bounds.wordBytesMax, 'bytes of JSON')
        this.#refuseBeyond(partsCount, this.#bounds.partsMax, 'parts')
        return this.#go({ kind: 'lengths', wordBytes }, partsCount * numberBytes)
      }
      case 'lengths': {
        const { wordBytes } = this.#stage
        const lengths = numbersIn(held)
        const partsBytes = lengths.reduce((sum, length) => sum + length, 0)
        this.#refuseBeyond(partsBytes, this.#bounds.partsBytesMax, 'bytes of parts')
        return this.#go({ kind: 'body', wordBytes, lengths }, wordBytes + partsBytes)
      }
      case 'body': {
        const { wordBytes, lengths } = this.#stage
        this.#go({ kind: 'counts' }, 2 * numberBytes)
        const word = this.#parsed(held.subarray(0, wordBytes))
        return { word, parts: cutInto(held.subarray(wordBytes), lengths) }
      }
    }
  }

  #go(stage: Stage, wanted: number): undefined {
    this.#stage = stage
    this.#wanted = wanted
    this.#filled = 0
    this.#room = new Uint8Array(Math.min(wanted, firstRoomBytes))
  }

  #parsed(json: Uint8Array): unknown {
    // Models read and write any character.
    if (scanJson(json, { ...this.#bounds, nul: 'kept' }) !== 'fine')
      throw new BrokenFrame('not plain JSON')
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))
    } catch (cause) {
      throw new BrokenFrame('not JSON', { cause })
    }
  }

  #refuseBeyond(found: number, max: number, what: string): void {
    if (found > max) throw new BrokenFrame(`${found} ${what}, of ${max} at most`)
  }
}

function numbersIn(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = bytes.length / numberBytes
  return Array.from({ length: count }, (_, at) => view.getUint32(at * numberBytes, true))
}

function cutInto(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  let at = 0
  return lengths.map((length) => {
    at += length
    return bytes.subarray(at - length, at)
  })
}
