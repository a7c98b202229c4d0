import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { engineUnreachable } from '../failure.ts'
import type { EngineAddress } from './engine-address.ts'
import { type EngineStream, openEngineSocket } from './engine-socket.ts'

export interface EngineCall {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Sent as a tar archive. */
  archive?: Uint8Array | AsyncIterable<Uint8Array>
  /** The call is given up when the engine is silent for this long. */
  idleMs?: number
  signal?: AbortSignal
}

/** Thrown when the engine answered with an error status. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * The Docker Engine API over HTTP (https://docs.docker.com/reference/api/engine/), as Docker and Podman serve it. Paths
 * contain no version: the engine then uses its own newest one, and only fields common to all of them are used. Errors:
 * `EngineRefused` for an answer, `RuntimeFailure` with `engine_unreachable` if none came.
 */
export interface EngineApi {
  /** Returns the parsed answer; `undefined` if the body is empty. */
  json(call: EngineCall): Promise<unknown>
  /** Returns the answer as a stream. */
  stream(call: EngineCall): Promise<IncomingMessage>
  /** Returns an upgraded connection, open in both directions. */
  upgrade(call: EngineCall): Promise<EngineStream>
  close(): void
}

const defaultIdleMs = 30_000

export function createEngineApi(address: EngineAddress): EngineApi {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const target =
    address.kind === 'socket'
      ? { socketPath: address.path, agent }
      : { host: address.host, port: address.port, agent }

  function open(call: EngineCall, headers: Record<string, string>): ClientRequest {
    const { method, path, query, signal, idleMs = defaultIdleMs } = call
    const outgoing = request({
      ...target,
      method,
      path: path + queryOf(query),
      headers: { host: 'engine', ...headers },
      signal,
      timeout: idleMs,
    })
    return outgoing.once('timeout', () => outgoing.destroy(new Error(`silent for ${idleMs} ms`)))
  }

  async function stream(call: EngineCall): Promise<IncomingMessage> {
    const outgoing = open(call, { ...call.headers, ...contentHeaders(call) })
    const answered = answerOf(outgoing)
    const [answer] = await Promise.all([answered, sendBody(outgoing, call)])
    if ((answer.statusCode ?? 0) < 400) return answer
    throw new EngineRefused(answer.statusCode ?? 0, errorText(await textOf(answer)))
  }

  async function json(call: EngineCall): Promise<unknown> {
    const text = await textOf(await stream(call))
    return text === '' ? undefined : JSON.parse(text)
  }

  async function upgrade(call: EngineCall): Promise<EngineStream> {
    const { method, path, query, signal, idleMs = defaultIdleMs } = call
    const opened = openEngineSocket(address, idleMs)
    const outgoing = request({
      createConnection: () => opened.stream,
      method,
      path: path + queryOf(query),
      headers: { host: 'engine', ...contentHeaders(call), connection: 'Upgrade', upgrade: 'tcp' },
      signal,
    })
    const upgraded = upgradeOf(outgoing)
    await sendBody(outgoing, call)
    await upgraded
    opened.keepOpen()
    return opened
  }

  return { json, stream, upgrade, close: () => agent.destroy() }
}

/** Yields the bytes of an answer: ends silently when `signal` aborts, and throws when the engine breaks off. */
export async function* piecesOf(
  answer: IncomingMessage,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  try {
    yield* answer
  } catch (cause) {
    if (!signal.aborted) throw failureOf(cause)
  } finally {
    answer.destroy()
  }
}

function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.on('error', (cause) => reject(failureOf(cause)))
  })
}

function upgradeOf(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.once('upgrade', (_, socket, head) => {
      if (head.length > 0) socket.unshift(head)
      resolve()
    })
    outgoing.once('response', (answer) => {
      textOf(answer).then(
        (text) => reject(new EngineRefused(answer.statusCode ?? 0, errorText(text))),
        reject,
      )
    })
    outgoing.on('error', (cause) => reject(failureOf(cause)))
  })
}

/** Sends the body or archive of the call; an engine that answers before it has read all of it is not an error. */
async function sendBody(outgoing: ClientRequest, { body, archive }: EngineCall): Promise<void> {
  if (archive === undefined) {
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
    return
  }
  if (archive instanceof Uint8Array) {
    outgoing.end(archive)
    return
  }
  await pipeline(archive, outgoing)
}

function contentHeaders({ body, archive }: EngineCall): Record<string, string> {
  if (archive !== undefined) return { 'content-type': 'application/x-tar' }
  if (body === undefined) return {}
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(JSON.stringify(body))),
  }
}

function queryOf(query: EngineCall['query']): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) words.set(name, String(value))
  }
  return words.size === 0 ? '' : `?${words}`
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of answer) pieces.push(piece)
  } catch (cause) {
    throw failureOf(cause)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const EngineError = z.object({ message: z.string() })

function errorText(body: string): string {
  try {
    const parsed = EngineError.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data.message : body
  } catch {
    // @NOTE the text of an engine that does not answer in JSON is the message
    return body.slice(0, 500)
  }
}

/** Returns our own abort unchanged; any other error means that the engine is unreachable. */
function failureOf(cause: unknown): unknown {
  if (cause instanceof Error && cause.name === 'AbortError') return cause
  return engineUnreachable(cause)
}
