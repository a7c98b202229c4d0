import { type ClientHttp2Stream, constants } from 'node:http2'
import { AgentFailure } from '@gridloom/contract/agent/protocol'
import { channelWindowChars, requestChannelPath } from '@gridloom/contract/agent/request-channel'
import { Refused } from '@gridloom/contract/errors'
import { refusalFor } from './agent-failure.ts'
import { answerLineBytesMax } from './bounds.ts'
import { brokenBy } from './broken-by.ts'
import { BadLine, boundedTextOf, createLineSplitter, parseJsonLine } from './ndjson.ts'
import type { WrittenRequest } from './own-stream.ts'
import type { ResponseStream } from './response-stream.ts'
import { type AnswerHeaders, type OpenConnection, requestStream, StreamBroken } from './streams.ts'
import { createTurns } from './turns.ts'
import { ValueQueue } from './value-queue.ts'

/** Multiplexes many requests to an agent over one stream. See the contract's `agent/request-channel.ts`. */
export interface RequestChannel {
  /** @throws Refused `too_many_requests` where its stream must be opened and the connection has no room for one */
  send(request: WrittenRequest): ResponseStream
}

/** Opens the stream with the first request, and again with the next one after it broke. */
export function createRequestChannel(wire: OpenConnection): RequestChannel {
  let stream: ChannelStream | undefined
  return {
    send(request) {
      if (stream === undefined || stream.isOver) stream = new ChannelStream(wire)
      return stream.send(request)
    },
  }
}

/** Characters that a reader has read before they are acknowledged to the agent. */
const acknowledgeAfterChars = channelWindowChars / 4

class ChannelStream {
  readonly #wire: OpenConnection
  readonly #stream: ClientHttp2Stream
  readonly #lines = createLineSplitter(answerLineBytesMax)
  readonly #turns = createTurns(() => void this.#stream.resume())
  readonly #pending = new Map<number, PendingRequest>()
  #lastId = 0
  #frames = ''
  isOver = false

  constructor(wire: OpenConnection) {
    this.#wire = wire
    const headers = { ':method': 'POST', ':path': requestChannelPath }
    const bytesMax = Number.POSITIVE_INFINITY
    this.#stream = requestStream(wire, headers, { bytesMax, endStream: false })
    this.#stream
      .once('response', (headers) => this.#begin(headers))
      .on('data', (bytes: Buffer) => this.#receive(bytes))
      .on('error', (error) => this.#break(error))
      .once('close', () => this.#break(new StreamBroken('the request channel ended')))
  }

  send({ path, text, bytesMax, requestId }: WrittenRequest): ResponseStream {
    this.#lastId += 1
    const id = this.#lastId
    const pending = new PendingRequest({
      bytesMax,
      acknowledge: (chars) => this.#write(`{"id":${id},"taken":${chars}}\n`),
      leave: () => {
        this.#pending.delete(id)
        this.#write(`{"id":${id},"stop":true}\n`)
      },
    })
    this.#pending.set(id, pending)
    const origin = requestId === undefined ? '' : `,"request_id":${JSON.stringify(requestId)}`
    this.#write(`{"id":${id},"path":${JSON.stringify(path)},"body":${text}${origin}}\n`)
    return pending
  }

  /** Frames of one tick of the event loop are sent together: a write costs more than what it carries. */
  #write(frame: string): void {
    if (this.#frames === '') setImmediate(() => this.#flush())
    this.#frames += frame
  }

  #flush(): void {
    const frames = this.#frames
    this.#frames = ''
    if (!this.isOver) this.#stream.write(frames)
  }

  #begin({ ':status': status = 0 }: AnswerHeaders): void {
    if (status === 200) return
    this.#break(new StreamBroken(`the agent refused a request channel with ${status}`))
    this.#stream.close(constants.NGHTTP2_CANCEL)
  }

  #receive(bytes: Buffer): void {
    if (this.isOver) return
    try {
      for (const line of this.#lines.add(bytes)) this.#take(boundedTextOf(line))
      if (this.#turns.isOver) this.#stream.pause()
    } catch (error) {
      this.#break(error instanceof Error ? error : new BadLine(String(error)))
      this.#stream.close(constants.NGHTTP2_CANCEL)
    }
  }

  #take(line: string): void {
    this.#turns.took()
    const frame = frameOf(parseJsonLine(line))
    const pending = this.#pending.get(frame.id)
    // Frames that were in flight when their reader left are dropped, and counted.
    if (pending === undefined) {
      this.#wire.meter.unrequested(line.length)
      return
    }
    if (frame.end === true || frame.refused !== undefined) this.#pending.delete(frame.id)
    pending.receive(frame, line.length)
  }

  #break(cause: Error): void {
    if (this.isOver) return
    this.isOver = true
    const failure = brokenBy(this.#wire.session, cause)
    for (const pending of this.#pending.values()) pending.end(failure)
    this.#pending.clear()
  }
}

interface PendingRequestOptions {
  bytesMax: number
  acknowledge(chars: number): void
  leave(): void
}

/** One request of a channel, until its response has ended. */
class PendingRequest implements ResponseStream {
  readonly #options: PendingRequestOptions
  readonly #values = new ValueQueue(() => this.#settle())
  /** Characters of frames that are not acknowledged to the agent yet. */
  #chars = 0
  #charsInAll = 0

  constructor(options: PendingRequestOptions) {
    this.#options = options
  }

  next(): Promise<unknown> {
    return this.#values.next()
  }

  hangUp(reason: Error): void {
    if (this.#values.isOver) return
    this.#values.end(reason)
    this.#options.leave()
  }

  receive(frame: Frame, chars: number): void {
    this.#chars += chars
    this.#charsInAll += chars
    for (const value of frame.values) this.#values.give(value)
    if (frame.refused !== undefined) this.end(refusalFor(frame.refused))
    else if (frame.end === true) this.end(undefined)
    else if (this.#chars > channelWindowChars + answerLineBytesMax) this.hangUp(hasty())
    else if (this.#charsInAll > this.#options.bytesMax) this.hangUp(endless())
  }

  end(failure: Error | undefined): void {
    this.#values.end(failure)
  }

  #settle(): void {
    if (this.#values.isOver || this.#chars < acknowledgeAfterChars) return
    this.#options.acknowledge(this.#chars)
    this.#chars = 0
  }
}

function hasty(): Refused {
  return new Refused('upstream_failed', { internal: 'the agent did not wait for its reader' })
}

function endless(): Refused {
  return new Refused('upstream_failed', { internal: 'an answer is longer than it can be' })
}

interface Frame {
  id: number
  values: readonly unknown[]
  end?: true
  refused?: AgentFailure
}

/** Parses by hand, as it runs for every streamed token. @throws BadLine */
function frameOf(value: unknown): Frame {
  if (typeof value === 'object' && value !== null && 'id' in value) {
    const { id } = value
    if (typeof id === 'number') {
      if ('values' in value && Array.isArray(value.values)) {
        const { values } = value
        return 'end' in value && value.end === true ? { id, values, end: true } : { id, values }
      }
      const refused = AgentFailure.safeParse('refused' in value ? value.refused : undefined)
      if (refused.success) return { id, values: [], refused: refused.data }
    }
  }
  throw new BadLine('what came is no frame of a request channel')
}
