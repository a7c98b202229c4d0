import type { Socket } from 'node:net'
import type { Clock } from '@gridloom/async/clock'
import { createIdleTimer, type IdleTimer } from '@gridloom/async/idle-timer'
import { type ResponseListener, ResponseReader } from './response-reader.ts'
import { UpstreamBroken } from './upstream-broken.ts'

/** What an engine answers, at the reader's pace. */
export interface EngineAnswer {
  readonly status: number
  /** What came since; `undefined` after the last. One call at a time. @throws UpstreamBroken, the abort's reason */
  read(): Promise<Uint8Array | undefined>
  /** The rest is of no use, and short: the connection is kept for the next answer. */
  skipRest(): void
  /** Nobody wants more: where it is not over the connection goes, which stops the engine. */
  leave(): void
}

/** How a call is made. */
export interface Calling {
  /** Its abort takes the connection with it. */
  signal: AbortSignal
  /** An engine that says nothing for so long is given up. */
  idleMsMax: number
}

/** Whoever holds connections. */
export interface ConnectionOwner {
  /** It may be asked again. */
  onFree(connection: Connection): void
  onGone(connection: Connection): void
  /** Something came. */
  onBytes(): void
}

/** So much waits for its reader before the engine is let wait. */
const unreadBytesMax = 256 * 1024
/** A rest that is longer than that is not waited for. */
const skippedBytesMax = 64 * 1024

/** One connection to an engine, for one call after another. */
export class Connection {
  readonly #socket: Socket
  readonly #owner: ConnectionOwner
  readonly #idle: IdleTimer
  #idleMsMax = 0
  #reader: ResponseReader | undefined
  #call: Call | undefined
  #isGone = false
  /** Of whoever owns it. */
  freeSinceMs = 0

  constructor(socket: Socket, { clock, owner }: { clock: Clock; owner: ConnectionOwner }) {
    this.#socket = socket
    this.#owner = owner
    this.#idle = createIdleTimer(clock, () => this.#silent())
    socket
      .on('data', (bytes) => this.#receive(bytes))
      .once('end', () => this.#ended())
      .on('error', (error) => this.end(error))
      .once('close', () => this.end(new UpstreamBroken('The engine closed the connection.')))
  }

  /** Sends a request, whole. Rejects as {@link EngineAnswer.read} does. */
  ask(request: string, { signal, idleMsMax }: Calling): Promise<EngineAnswer> {
    this.#idleMsMax = idleMsMax
    this.#idle.start(idleMsMax)
    const call = new Call(this, signal)
    this.#call = call
    this.#reader = new ResponseReader(call)
    this.#socket.write(request)
    return call.begun
  }

  /** @internal The call's own: its response is over. */
  over(connection: 'kept' | 'used_up'): void {
    this.#call = undefined
    this.#reader = undefined
    if (connection === 'used_up') {
      this.end(undefined)
      return
    }
    this.goOn()
    if (!this.#isGone) this.#owner.onFree(this)
  }

  /** @internal The call's own: its reader is slow, or has caught up. */
  wait(): void {
    this.#socket.pause()
  }

  /** @internal */
  goOn(): void {
    if (!this.#socket.isPaused()) return
    this.#socket.resume()
    // It was its reader who was silent.
    this.#idle.touch()
  }

  /** Ends it; a call that goes over it fails with the cause. */
  end(cause: Error | undefined): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#idle.stop()
    this.#socket.destroy()
    this.#owner.onGone(this)
    this.#call?.fail(cause ?? new UpstreamBroken('The engine closed the connection.'))
  }

  #receive(bytes: Buffer): void {
    this.#idle.touch()
    this.#owner.onBytes()
    try {
      if (this.#reader === undefined) throw new UpstreamBroken('The engine spoke unasked.')
      const call = this.#call
      this.#reader.push(bytes)
      call?.give()
    } catch (error) {
      this.end(asError(error))
    }
  }

  #ended(): void {
    try {
      this.#reader?.close()
      this.end(undefined)
    } catch (error) {
      this.end(asError(error))
    }
  }

  #silent(): void {
    if (this.#call !== undefined && this.#socket.isPaused()) return
    this.end(new UpstreamBroken(`The engine said nothing for ${this.#idleMsMax / 1_000} s.`))
  }
}

const nothing = new Uint8Array()

class Call implements EngineAnswer, ResponseListener {
  readonly #connection: Connection
  readonly #signal: AbortSignal
  readonly #begun = Promise.withResolvers<EngineAnswer>()
  readonly #leaving = () => this.#connection.end(asError(this.#signal.reason))
  #unread: Uint8Array[] = []
  #unreadBytes = 0
  #waiter: PromiseWithResolvers<Uint8Array | undefined> | undefined
  #failure: Error | undefined
  #isOver = false
  #isSkipping = false
  status = 0

  constructor(connection: Connection, signal: AbortSignal) {
    this.#connection = connection
    this.#signal = signal
    signal.addEventListener('abort', this.#leaving, { once: true })
  }

  get begun(): Promise<EngineAnswer> {
    return this.#begun.promise
  }

  read(): Promise<Uint8Array | undefined> {
    if (this.#unread.length > 0) return Promise.resolve(this.#take())
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#isOver) return Promise.resolve(undefined)
    this.#waiter = Promise.withResolvers()
    return this.#waiter.promise
  }

  skipRest(): void {
    if (this.#isOver) return
    this.#isSkipping = true
    this.#unreadBytes = 0
    this.#connection.goOn()
  }

  leave(): void {
    if (!this.#isOver && !this.#isSkipping) this.#connection.end(undefined)
  }

  onHead(status: number): void {
    this.status = status
    this.#begun.resolve(this)
  }

  onBody(bytes: Uint8Array): void {
    this.#unreadBytes += bytes.length
    if (this.#isSkipping) {
      if (this.#unreadBytes > skippedBytesMax) this.#connection.end(undefined)
      return
    }
    this.#unread.push(bytes)
    if (this.#unreadBytes > unreadBytesMax) this.#connection.wait()
  }

  onEnd(connection: 'kept' | 'used_up'): void {
    this.#close()
    if (this.#unread.length === 0) this.#waiter?.resolve(undefined)
    this.#connection.over(connection)
  }

  /** Gives whoever waits what has come: all that comes in one read goes on together. */
  give(): void {
    const waiter = this.#waiter
    if (waiter === undefined || this.#unread.length === 0) return
    this.#waiter = undefined
    waiter.resolve(this.#take())
  }

  fail(cause: Error): void {
    if (this.#isOver) return
    this.#close()
    this.#failure = cause
    this.#begun.reject(cause)
    this.give()
    this.#waiter?.reject(cause)
  }

  #take(): Uint8Array {
    const pieces = this.#unread
    const [first = nothing] = pieces
    this.#unread = []
    this.#unreadBytes = 0
    if (!this.#isOver) this.#connection.goOn()
    return pieces.length === 1 ? first : Buffer.concat(pieces)
  }

  #close(): void {
    this.#isOver = true
    this.#signal.removeEventListener('abort', this.#leaving)
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
