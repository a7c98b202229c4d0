import { type ClientHttp2Stream, constants } from 'node:http2'
import { requestIdHeader } from '@gridloom/contract/agent/call'
import { agentRefusal } from './agent-failure.ts'
import { answerLineBytesMax } from './bounds.ts'
import { brokenBy } from './broken-by.ts'
import { BadLine, boundedTextOf, createLineSplitter, parseJsonLine } from './ndjson.ts'
import type { ResponseStream } from './response-stream.ts'
import { type AnswerHeaders, type OpenConnection, requestStream, StreamBroken } from './streams.ts'
import { createTurns } from './turns.ts'
import { ValueQueue } from './value-queue.ts'

/** A request whose body is serialised already. */
export interface WrittenRequest {
  path: string
  text: string
  /** The largest size of the response. */
  bytesMax: number
  /** The request that caused it. */
  requestId?: string | undefined
}

/** When more values wait for their reader, the agent must wait too. */
const valuesMax = 256
const contentType = { 'content-type': 'application/json' } as const

/** Sends a request on a stream of its own. @throws Refused `too_many_requests` */
export function sendOnOwnStream(wire: OpenConnection, request: WrittenRequest): ResponseStream {
  return new OwnStream(wire, request)
}

class OwnStream implements ResponseStream {
  readonly #session: OpenConnection['session']
  readonly #stream: ClientHttp2Stream
  readonly #lines = createLineSplitter(answerLineBytesMax)
  readonly #values = new ValueQueue(() => this.#goOn())
  readonly #turns = createTurns(() => this.#goOn())
  #isRefused = false

  constructor(wire: OpenConnection, { path, text, bytesMax, requestId }: WrittenRequest) {
    this.#session = wire.session
    const origin = requestId === undefined ? {} : { [requestIdHeader]: requestId }
    const headers = { ':method': 'POST', ':path': path, ...contentType, ...origin }
    this.#stream = requestStream(wire, headers, { bytesMax, endStream: false })
    this.#stream
      .once('response', (headers) => this.#begin(headers))
      .on('error', (error) => this.#break(error))
      .once('close', () => this.#closed())
    this.#stream.end(text)
  }

  next(): Promise<unknown> {
    return this.#values.next()
  }

  hangUp(reason: Error): void {
    if (this.#values.isOver) return
    this.#values.end(reason)
    this.#stream.close(constants.NGHTTP2_CANCEL)
  }

  #begin(headers: AnswerHeaders): void {
    const { ':status': status = 0 } = headers
    if (status >= 200 && status < 300) {
      this.#stream.on('data', (bytes: Buffer) => this.#receive(bytes))
      return
    }
    this.#isRefused = true
    agentRefusal(this.#stream, headers).then(
      (refused) => this.#values.end(refused),
      (error: Error) => this.#break(error),
    )
  }

  #receive(bytes: Buffer): void {
    if (this.#values.isOver) return
    try {
      for (const line of this.#lines.add(bytes)) {
        this.#turns.took()
        this.#values.give(parseJsonLine(boundedTextOf(line)))
      }
    } catch (error) {
      this.#break(error instanceof Error ? error : new BadLine(String(error)))
      this.#stream.close(constants.NGHTTP2_CANCEL)
    }
    if (this.#isFull) this.#stream.pause()
  }

  get #isFull(): boolean {
    return this.#values.length > valuesMax || this.#turns.isOver
  }

  #goOn(): void {
    if (!this.#isFull) this.#stream.resume()
  }

  #closed(): void {
    const { rstCode } = this.#stream
    if (rstCode !== constants.NGHTTP2_NO_ERROR)
      this.#break(new StreamBroken(`the stream was reset with code ${rstCode}`))
    else if (this.#lines.isCutOff()) this.#break(new BadLine('the last line is cut off'))
    else if (!this.#isRefused) this.#values.end(undefined)
  }

  #break(cause: Error): void {
    this.#values.end(brokenBy(this.#session, cause))
  }
}
