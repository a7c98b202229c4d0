import type { IncomingHttpHeaders } from 'node:http'
import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { TextLines } from '@gridloom/async/text-lines'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { AgentMessage } from '@gridloom/contract/agent/protocol'

export interface AgentAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** One connection of an agent, seen from the control plane, which calls the agent over it. */
export class AgentConnection {
  readonly session: ClientHttp2Session
  readonly socket: Duplex
  readonly closed: Promise<void>
  /** The headers of its upgrade. */
  readonly headers: IncomingHttpHeaders

  constructor(session: ClientHttp2Session, socket: Duplex, headers: IncomingHttpHeaders = {}) {
    this.session = session
    this.socket = socket
    this.headers = headers
    // @NOTE a test that cuts the connection expects its error
    for (const emitter of [session, socket]) emitter.on('error', () => undefined)
    this.closed = new Promise((resolve) => session.once('close', () => resolve()))
  }

  /** Opens a stream and leaves it to the caller. */
  open(method: string, path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream {
    const stream = this.session.request(
      { ':method': method, ':path': path, ...headers },
      { endStream: false },
    )
    stream.on('error', () => undefined)
    return stream
  }

  /** Makes one call and reads the whole response. */
  async call(method: string, path: string, body?: unknown): Promise<AgentAnswer> {
    const stream = this.open(method, path)
    stream.end(body === undefined ? undefined : JSON.stringify(body))
    const headers = await responseOf(stream)
    return { status: Number(headers[':status']), headers, text: await text(stream) }
  }

  /** Yields the parsed messages of a new report stream. */
  async *reports(): AsyncGenerator<AgentMessage, void> {
    const stream = this.open('GET', coreCalls.reports.path)
    stream.end()
    for await (const line of linesOf(stream)) yield AgentMessage.parse(JSON.parse(line))
  }

  /** Returns the messages of a new report stream, up to the first of a kind. */
  async reportsUntil(kind: AgentMessage['kind']): Promise<AgentMessage[]> {
    const messages: AgentMessage[] = []
    for await (const message of this.reports()) {
      messages.push(message)
      if (message.kind === kind) break
    }
    return messages
  }
}

/** Yields the lines of a stream; its error is thrown here (readline would emit it without a listener). */
export async function* linesOf(stream: ClientHttp2Stream): AsyncGenerator<string, void> {
  const lines = new TextLines({ charsMax: Number.POSITIVE_INFINITY, tooLong: 'throw' })
  stream.setEncoding('utf8')
  for await (const part of stream) yield* lines.add(String(part))
}

export function responseOf(stream: ClientHttp2Stream): Promise<AgentAnswer['headers']> {
  return new Promise((resolve, reject) => {
    stream.once('response', (headers) => resolve({ ...headers }))
    stream.once('close', () => reject(new Error('the stream closed without an answer')))
  })
}
