import type { ServerHttp2Stream } from 'node:http2'
import {
  exchangePath,
  exchangeQuestionCharsMax,
  exchangeWindowChars,
} from '@gridloom/contract/agent/exchange'
import { AgentRefused, asRefused } from '../refused.ts'
import { createFinder, type Found, type OnFailure, type Route } from './router.ts'
import type { Talk } from './talk.ts'
import { TextLines } from './text-lines.ts'

/** Answers many questions at once on one stream. See the contract's `agent/exchange.ts`. */
export function exchangeRoute(talks: readonly Talk[], onFailure: OnFailure): Route {
  const find = createFinder(talks)
  return {
    path: exchangePath,
    answers: {
      POST: async (call) => {
        call.stream.respond({ ':status': 200, 'content-type': 'application/x-ndjson' })
        const exchange = new Exchange(call.stream, { find, onFailure })
        const lines = new TextLines(frameCharsMax)
        call.stream.setEncoding('utf8')
        try {
          for await (const text of call.stream)
            for (const line of lines.add(asText(text))) exchange.take(line)
        } finally {
          exchange.end()
        }
      },
    },
  }
}

/** A question, with room for what its frame says beside it. */
const frameCharsMax = 2 * exchangeQuestionCharsMax

/** Named cast: a stream with an encoding set gives texts. */
function asText(piece: unknown): string {
  return piece as string
}

/** One for all: making an error each time costs more than a short answer. */
const isUnwanted = new DOMException('Nobody wants the answer any more', 'AbortError')

interface Asked {
  readonly id: number
  readonly left: AbortController
  /** Values that go out with the next flush, as JSON. */
  values: string[]
  /** Characters of frames that the reader has not taken, and of the values above. */
  unread: number
  /** Called when the reader took some. */
  onTaken: (() => void) | undefined
}

interface ExchangeOptions {
  find: (path: string) => Found<Talk>
  onFailure: OnFailure
}

class Exchange {
  readonly #stream: ServerHttp2Stream
  readonly #options: ExchangeOptions
  readonly #asked = new Map<number, Asked>()
  readonly #speaking = new Set<Asked>()
  #frames = ''
  #willFlush = false

  constructor(stream: ServerHttp2Stream, options: ExchangeOptions) {
    this.#stream = stream
    this.#options = options
  }

  /** Takes one frame of the control plane. @throws Error for what is none */
  take(line: string): void {
    const frame = frameOf(JSON.parse(line))
    const { id } = frame
    if (frame.path !== undefined) return void this.#answer(id, frame.path, frame.body)
    const asked = this.#asked.get(id)
    // Frames that were under way when the answer ended mean nothing any more.
    if (asked === undefined) return
    asked.unread -= frame.taken ?? 0
    asked.onTaken?.()
    if (frame.taken === undefined) asked.left.abort(isUnwanted)
  }

  /** Stops every answer: nobody reads any more. */
  end(): void {
    for (const { left } of this.#asked.values()) left.abort(isUnwanted)
  }

  async #answer(id: number, path: string, body: unknown): Promise<void> {
    const left = new AbortController()
    const asked: Asked = { id, left, values: [], unread: 0, onTaken: undefined }
    this.#asked.set(id, asked)
    try {
      const { found, params } = this.#options.find(path)
      for await (const value of found.answer(params, body, left.signal)) {
        if (left.signal.aborted) return
        this.#say(asked, JSON.stringify(value))
        while (asked.unread > exchangeWindowChars && !left.signal.aborted) await taken(asked)
      }
      this.#finish(asked, ',"end":true')
    } catch (cause) {
      if (left.signal.aborted) return
      this.#refuse(asked, path, cause)
    } finally {
      this.#asked.delete(id)
      this.#speaking.delete(asked)
    }
  }

  #say(asked: Asked, value: string): void {
    asked.values.push(value)
    asked.unread += value.length
    this.#speaking.add(asked)
    this.#flushSoon()
  }

  #finish(asked: Asked, tail: string): void {
    this.#frames += `{"id":${asked.id},"values":[${asked.values.join()}]${tail}}\n`
    asked.values = []
    this.#flushSoon()
  }

  #refuse(asked: Asked, path: string, cause: unknown): void {
    if (!(cause instanceof AgentRefused)) this.#options.onFailure(path, cause)
    const { code, message, details } = asRefused(cause)
    if (asked.values.length > 0) this.#finish(asked, '')
    const refused = { code, error: message, details }
    this.#frames += `${JSON.stringify({ id: asked.id, refused })}\n`
    this.#flushSoon()
  }

  /** Frames of one turn of the event loop go out together: a write costs more than what it carries. */
  #flushSoon(): void {
    if (this.#willFlush) return
    this.#willFlush = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#willFlush = false
    for (const asked of this.#speaking) {
      const { id, values } = asked
      const frame = `{"id":${id},"values":[${values.join()}]}`
      asked.unread += frame.length - values.reduce((sum, value) => sum + value.length, 0)
      asked.values = []
      this.#frames += `${frame}\n`
    }
    this.#speaking.clear()
    const frames = this.#frames
    this.#frames = ''
    if (!this.#stream.destroyed) this.#stream.write(frames)
  }
}

/** Resolves when the reader has taken something, or has gone. */
function taken(asked: Asked): Promise<void> {
  const { signal } = asked.left
  return new Promise((resolve) => {
    const go = () => {
      signal.removeEventListener('abort', go)
      asked.onTaken = undefined
      resolve()
    }
    asked.onTaken = go
    signal.addEventListener('abort', go, { once: true })
  })
}

interface Frame {
  id: number
  path?: string
  body?: unknown
  taken?: number
}

/** By hand, as it stands before every short answer. @throws Error for what is no frame */
function frameOf(value: unknown): Frame {
  if (typeof value === 'object' && value !== null && 'id' in value) {
    const { id } = value
    if (typeof id === 'number') {
      if ('path' in value && typeof value.path === 'string')
        return { id, path: value.path, body: 'body' in value ? value.body : undefined }
      if ('taken' in value && typeof value.taken === 'number') return { id, taken: value.taken }
      if ('stop' in value) return { id }
    }
  }
  throw new Error('what came is no frame of an exchange')
}
