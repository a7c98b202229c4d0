import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { type ErrorCode, errorCodes } from '@gridloom/contract/errors'
import { type WebSocket, WebSocketServer } from 'ws'

/** One call as the fake received it: its input has passed the contract's own schemas. */
export interface Call {
  name: string
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  token: string | undefined
  idempotencyKey: string | undefined
  userAgent: string | undefined
}

export interface Events {
  events: readonly { event: string; data: unknown; id?: string }[]
  /** Keeps the stream open after the events. */
  ends?: 'never'
}
export type Answer = (call: Call) => unknown
/** Answers by `area.endpoint`. */
export type Answers = Readonly<Record<string, Answer>>
export type SocketAnswers = Readonly<Record<string, (socket: WebSocket, call: Call) => void>>

export interface FakeServer extends AsyncDisposable {
  url: string
  calls: Call[]
}

/** An answer that is an error. */
export class Refusal {
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, string>> | undefined
  constructor(code: ErrorCode, fields?: Readonly<Record<string, string>>) {
    this.code = code
    this.fields = fields
  }
}

/** No answer: the connection breaks after the request. */
export class LostAnswer {
  write(response: ServerResponse): void {
    response.destroy()
  }
}

/** The beginning of a file, after which the connection breaks. */
export class BrokenFile {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  write(response: ServerResponse): void {
    response.writeHead(200, { 'content-length': this.bytes.length + 1 })
    response.write(this.bytes, () => setImmediate(() => response.destroy()))
  }
}

/** The answer to the bytes of an upload. */
export class Sent {
  readonly offset: number
  constructor(offset: number) {
    this.offset = offset
  }
  write(response: ServerResponse): void {
    response.writeHead(204, { 'upload-offset': String(this.offset) }).end()
  }
}

/**
 * A server for the contract over real HTTP: it routes to the endpoint, rejects input that violates the contract, wraps
 * answers as the endpoint's transport requires, and has no rules of its own.
 */
export async function startFakeServer(
  answers: Answers,
  sockets: SocketAnswers = {},
): Promise<FakeServer> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const call = await readCall(request)
    if (call instanceof Refusal) refuse(response, call)
    else {
      calls.push(call)
      write(response, call, await answers[call.name]?.(call))
    }
  })
  const upgrades = new WebSocketServer({ noServer: true })
  server.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const call = await readCall(request)
    if (call instanceof Refusal) socket.destroy()
    else {
      calls.push(call)
      upgrades.handleUpgrade(request, socket, head, (open) => sockets[call.name]?.(open, call))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    calls,
    async [Symbol.asyncDispose]() {
      for (const open of upgrades.clients) open.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Paths without parameters come first, as in every router: they may match a path with some. */
const endpoints: readonly { name: string; endpoint: Endpoint; path: RegExp }[] = Object.entries(api)
  .flatMap(([area, members]) =>
    Object.entries<Endpoint>(members).map(([name, endpoint]) => ({
      name: `${area}.${name}`,
      endpoint,
      path: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    })),
  )
  .toSorted((one, other) => parametersOf(one.endpoint) - parametersOf(other.endpoint))

function parametersOf({ path }: Endpoint): number {
  return path.split('{').length
}

async function readCall(request: IncomingMessage): Promise<Call | Refusal> {
  const url = new URL(request.url ?? '/', 'http://fake')
  const found = endpoints.find(
    ({ endpoint, path }) => endpoint.method === request.method && path.test(url.pathname),
  )
  if (!found) return new Refusal('not_found')
  const { endpoint } = found
  const text = endpoint.transport === 'tus' ? await ignored(request) : await textOf(request)
  const params = endpoint.params.safeParse(namedParts(found.path, url.pathname))
  const query = endpoint.query.safeParse(Object.fromEntries(url.searchParams))
  const body = endpoint.body.safeParse(text === '' ? {} : JSON.parse(text))
  if (!params.success) return new Refusal('not_found')
  if (!query.success) return new Refusal('invalid_input', fieldsOf(query.error.issues))
  if (!body.success) return new Refusal('invalid_input', fieldsOf(body.error.issues))
  return {
    name: found.name,
    params: asRecord(params.data),
    query: asRecord(query.data),
    body: body.data,
    token: request.headers.authorization?.replace('Bearer ', ''),
    idempotencyKey: request.headers['idempotency-key']?.toString(),
    userAgent: request.headers['user-agent'],
  }
}

function namedParts(path: RegExp, pathname: string): Record<string, string> {
  const parts = Object.entries(path.exec(pathname)?.groups ?? {})
  return Object.fromEntries(parts.map(([name, part]) => [name, decodeURIComponent(part)]))
}

async function ignored(request: IncomingMessage): Promise<string> {
  await textOf(request)
  return ''
}

function fieldsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]) {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

function write(response: ServerResponse, call: Call, answer: unknown): void {
  if (answer instanceof Refusal) refuse(response, answer)
  else if (answer === undefined) refuse(response, new Refusal('internal'))
  else if (answer instanceof Uint8Array) response.end(answer)
  else if (isWriter(answer)) answer.write(response)
  else if (isEvents(call, answer)) writeEvents(response, answer)
  else writeJson(response, call, answer)
}

function writeJson(response: ServerResponse, call: Call, answer: unknown): void {
  const found = endpoints.find(({ name }) => name === call.name)
  const bare = found?.endpoint.transport === 'bare'
  response.writeHead(found?.endpoint.status ?? 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(bare ? answer : { status: 'success', data: answer }))
}

function writeEvents(response: ServerResponse, { events, ends }: Events): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { event, data, id } of events) {
    response.write(`event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
  }
  if (ends !== 'never') response.end()
}

function refuse(response: ServerResponse, { code, fields }: Refusal): void {
  const { status, text } = errorCodes[code]
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ status: 'error', error: text, code, fields }))
}

function isWriter(answer: unknown): answer is BrokenFile | LostAnswer | Sent {
  return [BrokenFile, LostAnswer, Sent].some((kind) => answer instanceof kind)
}

function isEvents({ name }: Call, answer: unknown): answer is Events {
  const transport = endpoints.find((one) => one.name === name)?.endpoint.transport
  if (transport !== 'sse' && transport !== 'openai') return false
  return typeof answer === 'object' && answer !== null && 'events' in answer
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value ?? {}))
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
