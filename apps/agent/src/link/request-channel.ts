import { constants, type ServerHttp2Stream } from 'node:http2'
import { asError } from '@gridloom/async/as-error'
import { TextLines } from '@gridloom/async/text-lines'
import {
  channelRequestCharsMax,
  channelWindowChars,
  requestChannelPath,
} from '@gridloom/contract/agent/request-channel'
import { AgentRefused, asRefused } from '../refused.ts'
import { type CallLog, type CallOrigin, requestIdOf } from './call-log.ts'
import { createFinder, type Route, type RouteMatch, type StreamHandler } from './router.ts'

/** The route that serves many requests at once on one stream. See the contract's `agent/request-channel.ts`. */
export function requestChannelRoute(routes: readonly Route[], calls: CallLog): Route {
  const find = createFinder(
    routes.flatMap(({ path, stream }) => (stream === undefined ? [] : [{ path, stream }])),
  )
  return {
    method: 'POST',
    path: requestChannelPath,
    answer: async (call) => {
      call.stream.respond({ ':status': 200, 'content-type': 'application/x-ndjson' })
      const channel = new RequestChannel(call.stream, { find, calls })
      const lines = new TextLines({ charsMax: frameCharsMax, tooLong: 'throw' })
      call.stream.setEncoding('utf8')
      try {
        await eachText(call.stream, (text) => {
          for (const line of lines.add(text)) channel.take(line)
        })
      } finally {
        channel.end()
      }
    },
  }
}

/** The control plane sent what is no frame, so the channel ends. */
class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame'
}

/** A call that the channel can serve. */
interface ChannelCall {
  path: string
  stream: StreamHandler
}

/** The longest request, with room for the rest of its frame. */
const frameCharsMax = 2 * channelRequestCharsMax

/**
 * Calls back with each text until the stream is over. By its events: its iterator costs several turns of the event loop
 * for each. What the callback throws closes the stream.
 */
function eachText(stream: ServerHttp2Stream, take: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onText = (text: string) => {
      try {
        take(text)
      } catch (cause) {
        // A reset without a reason would let the other side send the rest first.
        stream.off('data', onText).close(constants.NGHTTP2_CANCEL)
        reject(asError(cause))
      }
    }
    stream.on('data', onText).once('end', resolve).once('close', resolve).once('error', reject)
  })
}

/** Shared by all requests: creating an error for each costs more than a short answer. */
const isUnwanted = new DOMException('The caller has gone', 'AbortError')

interface PendingRequest {
  readonly id: number
  readonly left: AbortController
  /** Values that go out with the next flush, as JSON. */
  values: string[]
  /** Characters of frames that the reader has not acknowledged, and of the values above. */
  unread: number
  /** Called when the reader acknowledges some. */
  onTaken: (() => void) | undefined
}

interface ChannelOptions {
  find: (path: string) => RouteMatch<ChannelCall>
  calls: CallLog
}

class RequestChannel {
  readonly #stream: ServerHttp2Stream
  readonly #options: ChannelOptions
  readonly #pending = new Map<number, PendingRequest>()
  readonly #speaking = new Set<PendingRequest>()
  #frames = ''
  #willFlush = false

  constructor(stream: ServerHttp2Stream, options: ChannelOptions) {
    this.#stream = stream
    this.#options = options
  }

  /** Handles one frame of the control plane. @throws Error if it is not a frame */
  take(line: string): void {
    const frame = frameOf(JSON.parse(line))
    const { id, path, body } = frame
    if (path !== undefined)
      return void this.#answer(id, { path, requestId: requestIdOf(frame.requestId) }, body)
    const pending = this.#pending.get(id)
    // Frames that were in flight when the answer ended are ignored.
    if (pending === undefined) return
    pending.unread -= frame.taken ?? 0
    pending.onTaken?.()
    if (frame.taken === undefined) pending.left.abort(isUnwanted)
  }

  /** Stops every answer: the reader is gone. */
  end(): void {
    for (const { left } of this.#pending.values()) left.abort(isUnwanted)
  }

  async #answer(id: number, origin: CallOrigin, body: unknown): Promise<void> {
    const left = new AbortController()
    const pending: PendingRequest = { id, left, values: [], unread: 0, onTaken: undefined }
    this.#pending.set(id, pending)
    try {
      const { found, params } = this.#options.find(origin.path)
      for await (const value of found.stream(params, body, left.signal)) {
        if (left.signal.aborted) return
        this.#say(pending, JSON.stringify(value))
        while (pending.unread > channelWindowChars && !left.signal.aborted) await taken(pending)
      }
      this.#finish(pending, ',"end":true')
      this.#options.calls.answered(origin)
    } catch (cause) {
      if (left.signal.aborted) return
      this.#refuse(pending, origin, cause)
    } finally {
      this.#pending.delete(id)
      this.#speaking.delete(pending)
    }
  }

  #say(pending: PendingRequest, value: string): void {
    pending.values.push(value)
    pending.unread += value.length
    this.#speaking.add(pending)
    this.#flushSoon()
  }

  #finish(pending: PendingRequest, tail: string): void {
    this.#frames += `{"id":${pending.id},"values":[${pending.values.join()}]${tail}}\n`
    pending.values = []
    this.#flushSoon()
  }

  #refuse(pending: PendingRequest, origin: CallOrigin, cause: unknown): void {
    if (!(cause instanceof AgentRefused)) this.#options.calls.failed(origin, cause)
    const { code, message, details } = asRefused(cause)
    if (pending.values.length > 0) this.#finish(pending, '')
    const refused = { code, error: message, details }
    this.#frames += `${JSON.stringify({ id: pending.id, refused })}\n`
    this.#flushSoon()
  }

  /** Sends the frames of one turn of the event loop together: a write costs more than what it carries. */
  #flushSoon(): void {
    if (this.#willFlush) return
    this.#willFlush = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#willFlush = false
    for (const pending of this.#speaking) {
      const { id, values } = pending
      const frame = `{"id":${id},"values":[${values.join()}]}`
      pending.unread += frame.length - values.reduce((sum, value) => sum + value.length, 0)
      pending.values = []
      this.#frames += `${frame}\n`
    }
    this.#speaking.clear()
    const frames = this.#frames
    this.#frames = ''
    if (!this.#stream.destroyed) this.#stream.write(frames)
  }
}

/** Resolves when the reader has acknowledged something, or is gone. */
function taken(pending: PendingRequest): Promise<void> {
  const { signal } = pending.left
  return new Promise((resolve) => {
    const go = () => {
      signal.removeEventListener('abort', go)
      pending.onTaken = undefined
      resolve()
    }
    pending.onTaken = go
    signal.addEventListener('abort', go, { once: true })
  })
}

interface Frame {
  id: number
  path?: string
  body?: unknown
  /** Not yet parsed. */
  requestId?: unknown
  taken?: number
}

/** Parses a frame by hand, as this precedes every short answer. @throws Error if the value is not a frame */
function frameOf(value: unknown): Frame {
  if (typeof value === 'object' && value !== null && 'id' in value) {
    const { id } = value
    if (typeof id === 'number') {
      if ('path' in value && typeof value.path === 'string')
        return {
          ...{ id, path: value.path, body: 'body' in value ? value.body : undefined },
          requestId: 'request_id' in value ? value.request_id : undefined,
        }
      if ('taken' in value && typeof value.taken === 'number') return { id, taken: value.taken }
      if ('stop' in value) return { id }
    }
  }
  throw new BrokenFrame('what came is no frame of a request channel')
}
