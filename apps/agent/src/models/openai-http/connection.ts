import type { Socket } from 'node:net'
import { asError } from '@gridloom/async/as-error'
import type { Clock } from '@gridloom/async/clock'
import { createIdleTimer, type IdleTimer } from '@gridloom/async/idle-timer'
import { type ResponseListener, ResponseReader } from './response-reader.ts'
import { UpstreamBroken } from './upstream-broken.ts'

/** The response of an engine, at the reader's pace. */
export interface EngineAnswer {
  readonly status: number
  /**
   * Resolves to the bytes that came since; `undefined` after the last. One call at a time. @throws UpstreamBroken, the
   * abort's reason
   */
  read(): Promise<Uint8Array | undefined>
  /** Skips the rest, which is short: the connection is kept for the next response. */
  skipRest(): void
  /** Ends reading: if the response is not complete, the connection is closed, which stops the engine. */
  leave(): void
}

/** The options of a call. */
export interface EngineCallOptions {
  /** An abort closes the connection. */
  signal: AbortSignal
  /** An engine that is silent for this long is given up. */
  idleMsMax: number
  /** `probe`: sent with a header, so that the logs of an engine tell it from answers. */
  purpose?: 'probe'
}

/** The owner of connections. */
export interface ConnectionOwner {
  /** The connection can be used again. */
  onFree(connection: Connection): void
  onGone(connection: Connection): void
  /** Bytes arrived. */
  onBytes(): void
}

/** Bytes that may wait for a reader before the socket is paused. */
const unreadBytesMax = 256 * 1024
/** The connection is closed if the skipped rest is longer than this. */
const skippedBytesMax = 64 * 1024

/** One connection to an engine, for consecutive calls. */
export class Connection {
  readonly #socket: Socket
  readonly #owner: ConnectionOwner
  readonly #idle: IdleTimer
  #idleMsMax = 0
  #reader: ResponseReader | undefined
  #call: Call | undefined
  #isGone = false
  /** Set by the owner. */
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

  /** Sends a complete request. Rejects as {@link EngineAnswer.read} does. */
  ask(request: string, { signal, idleMsMax }: EngineCallOptions): Promise<EngineAnswer> {
    this.#idleMsMax = idleMsMax
    this.#idle.start(idleMsMax)
    const call = new Call(this, signal)
    this.#call = call
    this.#reader = new ResponseReader(call)
    this.#socket.write(request)
    return call.begun
  }

  /** @internal Called by the call when its response is complete. */
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

  /** @internal Called by the call when its reader is slow. */
  wait(): void {
    this.#socket.pause()
  }

  /** @internal Called by the call when its reader has caught up. */
  goOn(): void {
    if (!this.#socket.isPaused()) return
    this.#socket.resume()
    // The silence was the reader's, not the engine's.
    this.#idle.touch()
  }

  /** Closes the connection; its current call fails with the cause. */
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
      if (this.#reader === undefined)
        throw new UpstreamBroken('The engine sent data without a request.')
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
    this.end(new UpstreamBroken(`The engine sent nothing for ${this.#idleMsMax / 1_000} s.`))
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

  /** Resolves a waiting read with what has come: all bytes of one socket read are passed on together. */
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
