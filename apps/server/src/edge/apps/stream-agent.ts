import { Agent, type ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { asError } from '@gridloom/async/as-error'

/** Opens a stream to the app, within the limit of connecting. */
type OpenStream = () => Promise<Duplex>

/** How long a kept stream may be used for a request that cannot be sent twice: servers close idle ones after 5 s. */
const certainMs = 2_000
/** How long a stream is kept at all. */
const keptMs = 55_000
/** Each free stream takes one of those that a machine's connection may have. */
const freeMax = 16

interface StreamAgentOptions {
  readonly open: OpenStream
  readonly monotonicMs: () => number
  readonly streamsMax: number
}

/**
 * The streams to one port for one admission, kept between requests: Node.js's own pool, also for streams that are no
 * sockets and so have no keep-alive, no time-out and no handle that keeps the process running.
 */
export class StreamAgent extends Agent {
  readonly #open: OpenStream
  readonly #monotonicMs: () => number
  readonly #freeSinceMs = new WeakMap<Duplex, number>()

  constructor({ open, monotonicMs, streamsMax }: StreamAgentOptions) {
    super({ keepAlive: true, maxSockets: streamsMax, maxFreeSockets: freeMax })
    this.#open = open
    this.#monotonicMs = monotonicMs
  }

  override createConnection(
    _options: unknown,
    created?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.#open().then(
      (stream) => {
        likeSocket(stream)
        finishWithOtherSide(stream)
        created?.(null, stream)
      },
      (error: unknown) => created?.(asError(error), asNoStream()),
    )
  }

  override keepSocketAlive(stream: Duplex): boolean {
    if (stream.readableEnded || stream.readableLength > 0 || stream.destroyed) return false
    this.#freeSinceMs.set(stream, this.#monotonicMs())
    if (!(stream instanceof Socket)) stream.on('data', endPoisoned)
    // Its declared type omits that the server's own `Keep-Alive` may say no.
    const kept: unknown = super.keepSocketAlive(stream)
    return kept !== false
  }

  override reuseSocket(stream: Duplex, request: ClientRequest): void {
    stream.off('data', endPoisoned)
    super.reuseSocket(stream, request)
  }

  /** Ends free streams that the app may be closing at this moment, before a request that cannot be sent twice. */
  dropUncertain(): void {
    this.#dropFreeFor(certainMs)
  }

  /** Ends free streams that were not used for a minute. */
  dropOld(): void {
    this.#dropFreeFor(keptMs)
  }

  /** Ends every free stream. */
  dropFree(): void {
    this.#dropFreeFor(0)
  }

  isUnused(): boolean {
    return [this.sockets, this.freeSockets, this.requests].every((all) => !hasAny(all))
  }

  #dropFreeFor(ms: number): void {
    const before = this.#monotonicMs() - ms
    for (const stream of Object.values(this.freeSockets).flatMap((streams) => streams ?? []))
      if ((this.#freeSinceMs.get(stream) ?? 0) <= before) stream.destroy()
  }
}

/**
 * Ends a free stream on which bytes arrive: they would count as the response to the next request. Node.js guards sockets
 * alone in this way.
 */
function endPoisoned(this: Duplex): void {
  this.destroy()
}

/** Adds what the pool calls on sockets: other streams keep no process running, and probe nobody. */
function likeSocket(stream: Duplex): void {
  if (stream instanceof Socket) return
  const nothing = () => stream
  Object.assign(stream, { ref: nothing, unref: nothing, setKeepAlive: nothing })
}

/** A stream whose other side has ended is over: a socket would close by itself. */
function finishWithOtherSide(stream: Duplex): void {
  stream.once('end', () => stream.end())
  // @NOTE the request that uses the stream receives its errors; a free one is closed, which the pool notices.
  stream.on('error', () => {})
  // HTTP/2 ends a stream that was reset as if it were complete.
  stream.once('aborted', () => stream.destroy(new Error('the stream was reset')))
}

function hasAny(all: NodeJS.ReadOnlyDict<unknown[]>): boolean {
  return Object.values(all).some((some) => some !== undefined && some.length > 0)
}

/** Named cast: Node.js reads the stream only where there is no error. */
function asNoStream(): Duplex {
  return undefined as unknown as Duplex
}
