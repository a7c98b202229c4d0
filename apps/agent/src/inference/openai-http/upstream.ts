import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { AgentRefused } from '../../refused.ts'

/** An engine that answered, but not as it should. */
export class UpstreamBroken extends Error {
  override readonly name = 'UpstreamBroken'
}

/** Connections to one engine, kept open between answers. */
export interface Upstream {
  post(path: string, body: string, signal: AbortSignal): Promise<IncomingMessage>
  get(path: string, signal: AbortSignal): Promise<IncomingMessage>
  close(): void
}

export interface UpstreamOptions {
  /** Up to and with `/v1`. */
  baseUrl: URL
  key: string | undefined
  /** A connection on which nothing comes for so long is ended. */
  stallMsMax: number
}

/** Node's own client: it has no more to do for a call than what is needed here, and each call waits for it. */
export function createUpstream({ baseUrl, key, stallMsMax }: UpstreamOptions): Upstream {
  const client = baseUrl.protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true, maxFreeSockets: 64 })
  const root = baseUrl.pathname.replace(/\/$/, '')
  const bearer = key === undefined ? {} : { authorization: `Bearer ${key}` }

  function send(method: string, path: string, body: string, signal: AbortSignal) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      signal.throwIfAborted()
      const typed = method === 'GET' ? {} : contentHeaders(body)
      const request = client.request(
        {
          agent,
          method,
          hostname: baseUrl.hostname.replace(/^\[|\]$/g, ''),
          port: baseUrl.port,
          path: `${root}${path}`,
          headers: { host: baseUrl.host, accept: '*/*', ...bearer, ...typed },
          timeout: stallMsMax,
        },
        resolve,
      )
      let response: IncomingMessage | undefined
      request.on('response', (begun) => {
        response = begun
      })
      request.on('timeout', () => {
        const cause = new UpstreamBroken(`The engine said nothing for ${stallMsMax / 1_000} s.`)
        // The response first: what ends it is what its reader hears.
        response?.destroy(cause)
        request.destroy(cause)
      })
      // By hand: the client's own way makes an error for every signal that aborts after the answer is over.
      const leave = () => request.destroy(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      request.once('close', () => signal.removeEventListener('abort', leave))
      request.on('error', reject)
      request.end(body)
    })
  }

  return {
    post: (path, body, signal) => send('POST', path, body, signal),
    get: (path, signal) => send('GET', path, '', signal),
    close: () => agent.destroy(),
  }
}

function contentHeaders(body: string) {
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
}

/** An engine's own answer is not larger; `embeddings` of many texts are the largest. */
const bodyBytesMax = 64 * 1024 * 1024

/** The whole body. Throws {@link UpstreamBroken} where it is too large or no UTF-8. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer) {
    const piece = asBytes(part)
    bytes += piece.length
    if (bytes > bodyBytesMax) {
      answer.destroy()
      throw new UpstreamBroken('The engine sent more than 64 MiB.')
    }
    parts.push(piece)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch (cause) {
    throw new UpstreamBroken('The engine sent bytes that are not UTF-8.', { cause })
  }
}

/** Why, for people, without what they cannot use. */
export function troubleOf(cause: unknown, baseUrl: URL): string {
  if (cause instanceof UpstreamBroken || cause instanceof AgentRefused) return cause.message
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  if (code === 'ECONNREFUSED') return `Nothing answers at ${baseUrl.host}.`
  if (code === 'ECONNRESET') return 'The engine closed the connection.'
  return `The engine at ${baseUrl.host} cannot be reached (${code ?? String(cause).slice(0, 200)}).`
}

/** Named cast: a response without an encoding set gives buffers. */
export function asBytes(part: unknown): Uint8Array {
  return part as Uint8Array
}
