import type { Readable } from 'node:stream'

/** Why the head of a stream could not be read. */
export class HeadMissing extends Error {
  override readonly name = 'HeadMissing'
  readonly why: 'ended' | 'late'

  constructor(why: 'ended' | 'late') {
    super(why === 'ended' ? 'the stream ended' : 'the time was over')
    this.why = why
  }
}

export interface ReadHeadOptions {
  /** Returns how many bytes of the stream's first ones are its head; `undefined` while there are too few. */
  lengthOf(held: Buffer): number | undefined
  signal: AbortSignal
}

/**
 * Reads the first bytes of a stream, and leaves the rest unread.
 * @throws HeadMissing; what `lengthOf` throws
 */
export function readHead(stream: Readable, { lengthOf, signal }: ReadHeadOptions): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let held: Buffer = Buffer.alloc(0)

  // At once, as bytes that are put back are reported before any callback of the promise runs.
  function stop(): void {
    stream.off('readable', take).off('end', ended).off('close', ended)
    signal.removeEventListener('abort', late)
  }

  function fail(cause: unknown): void {
    stop()
    reject(cause)
  }

  function take(): void {
    for (let part = asBytes(stream.read()); part !== null; part = asBytes(stream.read()))
      held = held.length === 0 ? part : Buffer.concat([held, part])
    try {
      const length = lengthOf(held)
      if (length === undefined) return
      stop()
      if (length < held.length) stream.unshift(held.subarray(length))
      resolve(held.subarray(0, length))
    } catch (cause) {
      fail(cause)
    }
  }

  const ended = () => fail(new HeadMissing('ended'))
  const late = () => fail(new HeadMissing('late'))
  stream.on('readable', take).once('end', ended).once('close', ended)
  signal.addEventListener('abort', late, { once: true })
  if (signal.aborted) late()
  return promise
}

/** Named cast: a stream without an encoding set gives buffers. */
function asBytes(part: unknown): Buffer | null {
  return part as Buffer | null
}
