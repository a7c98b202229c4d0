import { connect, isIP } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { Clock } from '@gridloom/async/clock'
import { AgentRefused } from '../../refused.ts'
import { EngineUnavailable } from '../engine.ts'
import { Connection, type EngineAnswer, type EngineCallOptions } from './connection.ts'
import { UpstreamBroken } from './upstream-broken.ts'
import { utf8TextOf } from './utf8.ts'

/**
 * Connections to one engine, kept open between answers. Calls reject with the reason that their connection ended with.
 */
export interface Upstream {
  post(path: string, body: string, calling: EngineCallOptions): Promise<EngineAnswer>
  get(path: string, calling: EngineCallOptions): Promise<EngineAnswer>
  /** Time of the last bytes from the engine, by the clock's `monotonicMs`. */
  readonly lastByteAtMs: number
  /** Accepts no further calls; calls under way continue. Resolves when the last is over. */
  retire(): Promise<void>
  /** Ends every call. */
  close(): void
}

export interface UpstreamOptions {
  /** The URL up to and including `/v1`. */
  baseUrl: URL
  key: string | undefined
  clock: Clock
}

const probeHeader = 'x-gridloom-probe: 1\r\n'
/** Connections that are kept for the next answers. */
const freeMax = 64
/** Engines close a connection after five idle seconds (uvicorn, Node); a request on a closing one is lost. */
const freeMsMax = 4_000

/**
 * Sends HTTP/1.1 with no more than is needed here: Node's own client costs more CPU time than everything else that the
 * agent does for an answer. Throws {@link EngineUnavailable} for a key that cannot be sent.
 */
export function createUpstream({ baseUrl, key, clock }: UpstreamOptions): Upstream {
  const free: Connection[] = []
  const all = new Set<Connection>()
  const lastGone = Promise.withResolvers<void>()
  let isRetired = false
  let lastByteAtMs = clock.monotonicMs()

  const owner = {
    onFree(connection: Connection) {
      if (isRetired || free.length >= freeMax) return connection.end(undefined)
      connection.freeSinceMs = clock.monotonicMs()
      free.push(connection)
    },
    onGone(connection: Connection) {
      all.delete(connection)
      const at = free.indexOf(connection)
      if (at !== -1) free.splice(at, 1)
      if (isRetired && all.size === 0) lastGone.resolve()
    },
    onBytes() {
      lastByteAtMs = clock.monotonicMs()
    },
  }

  function take(): Connection {
    const latestMs = clock.monotonicMs() - freeMsMax
    for (let one = free.pop(); one !== undefined; one = free.pop()) {
      if (one.freeSinceMs >= latestMs) return one
      one.end(undefined)
    }
    const connection = new Connection(open(baseUrl), { clock, owner })
    all.add(connection)
    return connection
  }

  const root = baseUrl.pathname.replace(/\/$/, '')
  const bearer = key === undefined ? '' : `authorization: Bearer ${headerValue(key)}\r\n`
  const common = `host: ${baseUrl.host}\r\naccept: */*\r\n${bearer}`
  const typed = `${common}content-type: application/json\r\ncontent-length: `

  async function send(request: string, calling: EngineCallOptions): Promise<EngineAnswer> {
    calling.signal.throwIfAborted()
    if (isRetired) throw new UpstreamBroken('The engine is no longer used.')
    return take().ask(request, calling)
  }

  function retire(): Promise<void> {
    isRetired = true
    for (const connection of [...free]) connection.end(undefined)
    if (all.size === 0) lastGone.resolve()
    return lastGone.promise
  }

  return {
    post: (path, body, calling) => {
      const probe = calling.purpose === 'probe' ? probeHeader : ''
      const head = `POST ${root}${path} HTTP/1.1\r\n${probe}${typed}${Buffer.byteLength(body)}\r\n\r\n`
      return send(head + body, calling)
    },
    get: (path, calling) => send(`GET ${root}${path} HTTP/1.1\r\n${common}\r\n`, calling),
    get lastByteAtMs() {
      return lastByteAtMs
    },
    retire,
    close: () => {
      void retire()
      for (const connection of [...all]) connection.end(undefined)
    },
  }
}

function open({ protocol, hostname, port }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') return connect({ host, port: Number(port || 80), noDelay: true })
  const servername = isIP(host) === 0 ? { servername: host } : {}
  return connectSecurely({ host, port: Number(port || 443), ...servername }).setNoDelay()
}

/** Returns the text if it is a valid header value; others could begin another header. @throws EngineUnavailable */
function headerValue(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  throw new EngineUnavailable('GRIDLOOM_ENGINE_KEY contains invalid characters.')
}

/** No response of an engine is larger; `embeddings` of many texts are the largest. */
const bodyBytesMax = 64 * 1024 * 1024

/** Returns the whole body as text. Throws {@link UpstreamBroken} if it is too large or not UTF-8. */
export async function engineResponseText(answer: EngineAnswer): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for (let part = await answer.read(); part !== undefined; part = await answer.read()) {
    bytes += part.length
    if (bytes > bodyBytesMax) throw new UpstreamBroken('The engine sent more than 64 MiB.')
    parts.push(part)
  }
  return utf8TextOf(Buffer.concat(parts))
}

/** Returns the reason for users, without technical details. */
export function connectionProblem(cause: unknown, baseUrl: URL): string {
  if (cause instanceof UpstreamBroken || cause instanceof AgentRefused) return cause.message
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  if (code === 'ECONNREFUSED') return `No engine is listening at ${baseUrl.host}.`
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The engine closed the connection.'
  return `The engine at ${baseUrl.host} cannot be reached (${code ?? String(cause).slice(0, 200)}).`
}
