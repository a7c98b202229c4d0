import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '@gridloom/async/clock'
import type { AgentCall, AgentTransport } from '@gridloom/contract/agent/call'
import { z } from 'zod'
import { bytesOf, type Call, parsePart, readCallBody, replyJson } from './call.ts'
import { readFirstLine } from './first-line.ts'
import { replyLines, replyLinesSoon } from './lines.ts'
import { dialOwn } from './own-connection.ts'
import { endUnread, joinBytes, type RawStream } from './raw-streams.ts'
import type { Route, StreamHandler } from './router.ts'

/** A request as its handler receives it: every part parsed by the call's schemas. */
export interface Request<C extends AgentCall> {
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['request']>
  /** Aborts when no reader waits for the answer any more. */
  signal: AbortSignal
}

/** A request whose body is raw bytes. */
export type RequestHead<C extends AgentCall> = Omit<Request<C>, 'body'>

/** A call with this transport. */
type CallBy<Transport extends AgentTransport> = AgentCall & { transport: Transport }

/** A file as an answer. */
export interface FileAnswer {
  contentType?: string
  /** Size of the whole file, if known. */
  bytes?: number
  open(): Readable
}

/** Serves a call that is answered by one JSON value; no value is answered by `{}`. */
export function handleValue<C extends CallBy<'value'>>(
  called: C,
  handle: (request: Request<C>) => z.input<C['response']> | Promise<z.input<C['response']>>,
): Route {
  return routeOf(called, async (call) => {
    const value = await handle(await requestOf(called, call))
    replyJson(call, called.status, value ?? {})
  })
}

/** Serves a call whose request is raw bytes and whose answer is one JSON value. */
export function handleUpload<C extends CallBy<'upload'>>(
  called: C,
  handle: (
    request: RequestHead<C> & { bytes: AsyncGenerator<Buffer> },
  ) => Promise<z.input<C['response']>>,
): Route {
  return routeOf(called, async (call) => {
    try {
      const request = { ...headOf(called, call), bytes: bytesOf(call) }
      replyJson(call, called.status, await handle(request))
    } finally {
      endUnread(call.stream)
    }
  })
}

/** Serves a call that is answered by lines, the first of which may take long. */
export function handleLines<C extends CallBy<'lines'>>(
  called: C,
  clock: Clock,
  handle: (request: Request<C>) => AsyncIterable<z.input<C['response']>>,
): Route {
  return routeOf(called, async (call) => {
    await replyLinesSoon(call, handle(await requestOf(called, call)), clock)
  })
}

/** Serves a call that is answered by lines, the first of which decides the status, however long it takes. */
export function handleLinesOnceBegun<C extends CallBy<'lines'>>(
  called: C,
  handle: (request: Request<C>) => AsyncIterable<z.input<C['response']>>,
): Route {
  return routeOf(called, async (call) => {
    await replyLines(call, handle(await requestOf(called, call)))
  })
}

/** Serves a call that is answered by a stream of values, both on the request channel and on a stream of its own. */
export function handleStream<C extends CallBy<'channel'>>(
  called: C,
  handle: (request: Request<C>) => AsyncIterable<z.input<C['response']>>,
): Route {
  const { params, query, request }: Pick<C, 'params' | 'query' | 'request'> = called
  const stream: StreamHandler = (pathParts, body, signal) =>
    handle({
      params: parsePart(params, pathParts, 'path'),
      query: parsePart(query, {}, 'query'),
      body: parsePart(request, body, 'body'),
      signal,
    })
  const route = routeOf(called, async (call) => {
    await replyLines(call, stream(call.params, await readCallBody(call), call.signal))
  })
  return { ...route, stream }
}

/** Serves a call that is answered by the bytes of a file. */
export function handleDownload<C extends CallBy<'download'>>(
  called: C,
  handle: (request: Request<C>) => FileAnswer,
): Route {
  return routeOf(called, async (call) => {
    const file = handle(await requestOf(called, call))
    const { contentType = 'application/octet-stream', bytes } = file
    const length = bytes === undefined ? {} : { 'content-length': String(bytes) }
    call.stream.respond({ ':status': called.status, 'content-type': contentType, ...length })
    await pipeline(file.open(), call.stream)
  })
}

/**
 * Serves a call whose bodies are raw bytes both ways, after the first line of the body where the call has a request.
 */
export function handleDuplex<C extends CallBy<'duplex'>>(
  called: C,
  clock: Clock,
  handle: (request: Request<C>) => Promise<RawStream>,
): Route {
  return routeOf(called, async (call) => {
    // Dialled while the program starts.
    const own = dialOwn(call)
    try {
      const { request }: Pick<C, 'request'> = called
      const head = headOf(called, call)
      const line = hasRequest(called) ? await readFirstLine(call, clock) : undefined
      const answer = await handle({ ...head, body: parsePart(request, line, 'body') })
      await joinBytes(call, answer, await own.for(answer, clock))
    } catch (cause) {
      own.drop()
      // What still arrives is dropped: Node keeps a stream for as long as something in it is unread.
      call.stream.resume()
      throw cause
    }
  })
}

function routeOf({ method, path }: AgentCall, answer: Route['answer']): Route {
  return { method, path, answer }
}

/** Parses the parts of a call in the order in which they arrive. */
async function requestOf<C extends AgentCall>(called: C, call: Call): Promise<Request<C>> {
  const head = headOf(called, call)
  const { request }: Pick<C, 'request'> = called
  const body = hasRequest(called) ? await readCallBody(call) : undefined
  return { ...head, body: parsePart(request, body, 'body') }
}

function hasRequest({ request }: AgentCall): boolean {
  return !(request instanceof z.ZodUndefined)
}

/** Parses the parts of a call except its body. */
function headOf<C extends AgentCall>(called: C, call: Call): RequestHead<C> {
  const { params, query }: Pick<C, 'params' | 'query'> = called
  return {
    params: parsePart(params, call.params, 'path'),
    query: parsePart(query, Object.fromEntries(call.query), 'query'),
    signal: call.signal,
  }
}
