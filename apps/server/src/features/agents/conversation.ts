import { type ClientHttp2Stream, constants } from 'node:http2'
import { Refused } from '@gridloom/contract/errors'
import { refusalOf } from './agent-failure.ts'
import type { Wire } from './calls.ts'
import { BadLine, jsonOf, LineSplitter } from './ndjson.ts'
import { type AnswerHeaders, StreamBroken } from './streams.ts'

/** A question to an agent, and where it is asked. */
export interface Question {
  /** One of the agent's paths with its `{name}` parts filled in. */
  path: string
  /** Sent as JSON. */
  body: unknown
}

/** What an agent answers, a JSON value a line, as they come. */
export interface Conversation {
  /**
   * The next value, which nobody has checked; `undefined` after the last. One call at a time.
   * @throws Refused as the agent refused, `upstream_failed` where it answers badly or its stream breaks, `machine_offline`
   * where its connection ended; what {@link hangUp} was given
   */
  next(): Promise<unknown>
  /** Ends it, whatever is under way. After the last value it changes nothing. */
  hangUp(reason: Error): void
}

/** More than that wait for their reader, and the agent is let wait as well. */
const valuesMax = 256
const contentType = { 'content-type': 'application/json' } as const

/**
 * Asks an agent, with as little as can be between the socket and the reader: for answers that are many and short, of
 * which each stage and each abort signal would cost more than the answer itself. It has no limit of time.
 */
export function converse(wire: Wire, question: Question): Conversation {
  return new OpenConversation(wire, question)
}

class OpenConversation implements Conversation {
  readonly #wire: Wire
  readonly #stream: ClientHttp2Stream
  readonly #lines = new LineSplitter()
  #values: unknown[] = []
  #read = 0
  #waiter: PromiseWithResolvers<unknown> | undefined
  #failure: Error | undefined
  #isOver = false
  #isRefused = false

  constructor(wire: Wire, { path, body }: Question) {
    const { session } = wire
    if (session.closed || session.destroyed) throw new Refused('machine_offline')
    this.#wire = wire
    const headers = { ':method': 'POST', ':path': path, ...contentType }
    this.#stream = session.request(headers, { endStream: false })
    this.#stream
      .once('response', (headers) => this.#begin(headers))
      .on('error', (error) => this.#break(error))
      .once('close', () => this.#closed())
    this.#stream.end(JSON.stringify(body))
  }

  next(): Promise<unknown> {
    if (this.#read < this.#values.length) return Promise.resolve(this.#take())
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#isOver) return Promise.resolve(undefined)
    this.#waiter = Promise.withResolvers()
    return this.#waiter.promise
  }

  hangUp(reason: Error): void {
    if (this.#isOver) return
    this.#end(reason)
    this.#stream.close(constants.NGHTTP2_CANCEL)
  }

  #begin(headers: AnswerHeaders): void {
    const { ':status': status = 0 } = headers
    if (status >= 200 && status < 300) {
      this.#stream.on('data', (bytes: Buffer) => this.#hear(bytes))
      return
    }
    this.#isRefused = true
    refusalOf(this.#stream, headers).then(
      (refused) => this.#end(refused),
      (error: Error) => this.#break(error),
    )
  }

  #hear(bytes: Buffer): void {
    if (this.#isOver) return
    try {
      for (const line of this.#lines.add(bytes)) this.#give(jsonOf(line))
    } catch (error) {
      this.#break(error instanceof Error ? error : new BadLine(String(error)))
      this.#stream.close(constants.NGHTTP2_CANCEL)
    }
    if (this.#values.length - this.#read > valuesMax) this.#stream.pause()
  }

  #give(value: unknown): void {
    const waiter = this.#waiter
    if (waiter === undefined) {
      this.#values.push(value)
      return
    }
    this.#waiter = undefined
    waiter.resolve(value)
  }

  #take(): unknown {
    const value = this.#values[this.#read]
    this.#read += 1
    if (this.#read < this.#values.length) return value
    this.#values = []
    this.#read = 0
    this.#stream.resume()
    return value
  }

  #closed(): void {
    const { rstCode } = this.#stream
    if (rstCode !== constants.NGHTTP2_NO_ERROR)
      this.#break(new StreamBroken(`the stream was reset with code ${rstCode}`))
    else if (this.#lines.isCutOff()) this.#break(new BadLine('the last line is cut off'))
    else if (!this.#isRefused) this.#end(undefined)
  }

  #break(cause: Error): void {
    const { session } = this.#wire
    const code = session.closed || session.destroyed ? 'machine_offline' : 'upstream_failed'
    this.#end(new Refused(code, { cause, internal: cause.message }))
  }

  /** `undefined`: as it should. What came before is read first. */
  #end(failure: Error | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#failure = failure
    const waiter = this.#waiter
    this.#waiter = undefined
    if (failure === undefined) waiter?.resolve(undefined)
    else waiter?.reject(failure)
  }
}
