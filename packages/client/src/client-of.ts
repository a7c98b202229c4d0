import { systemClock, type Timers } from '@gridloom/async/clock'
import type { ApiFacts } from '@gridloom/contract/api-facts'
import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import { type HostUrls, hostUrls } from '@gridloom/contract/core/hosts'
import { ApiError, NetworkError, readApiError } from './api-error.ts'
import type { LooseInput } from './call-options.ts'
import type { Client } from './calls.ts'
import { followEvents } from './event-stream.ts'
import { callForReply, type Mismatch } from './reply.ts'
import { type Fetch, type Sender, send, sendOnce } from './request.ts'
import { sendBytes } from './send-bytes.ts'
import { createSession } from './session.ts'
import { openSocket, type SocketMaker } from './socket.ts'
import type { TokenStore } from './tokens.ts'

export interface ClientOptions {
  /** The default API. Absolute: `location.origin` in a browser. A path under it is kept. */
  baseUrl: string
  /** The content engine and the models host, where they are not paths below `baseUrl`. */
  hosts?: Partial<Pick<HostUrls, 'content' | 'models'>>
  tokens: TokenStore
  fetch?: Fetch
  makeSocket?: SocketMaker
  clock?: Timers
  /** A number in [0, 1), for the jitter of retries. */
  random?: () => number
  /**
   * The time limit of calls that set none themselves: for the response, and again for its body. By default they have
   * none. Downloads get ten minutes at least; streams and sockets must start within it, or within 30 s.
   */
  timeoutMs?: number
  /** Called when the session has ended and its token was dropped. */
  onSignedOut?: () => void
  /**
   * Re-authenticates the user when a call requires it, after which the call is sent once more. Rejects to give up; by
   * default the call is rejected with `confirmation_required`.
   */
  reauthenticate?: () => Promise<void>
  /** If given, each response is checked against the endpoint's schema, where it has one; see `throwOnMismatch`. */
  onMismatch?: (mismatch: Mismatch) => void
}

/** A download may have to be created first, such as a video. */
const makingLimitMs = 10 * 60_000

const refreshLimitMs = 30_000

/**
 * Makes the client of {@link createClient} from the facts of the endpoints, without their schemas: pages load these only
 * where they use them.
 */
export function clientOf(endpoints: ApiFacts, options: ClientOptions): Client {
  const clock = options.clock ?? systemClock
  const sender: Sender & { makeSocket: SocketMaker } = {
    hosts: hostUrls({ ...options.hosts, api: options.baseUrl }),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    makeSocket: options.makeSocket ?? openOwnSocket,
    clock,
    random: options.random ?? Math.random,
    timeoutMs: options.timeoutMs,
    session: createSession({
      clock,
      tokens: options.tokens,
      onSignedOut: options.onSignedOut,
      refresh: (token) => refreshToken(sender, endpoints.auth.refresh, token),
    }),
  }
  const downloadLimitMs = options.timeoutMs && Math.max(options.timeoutMs, makingLimitMs)
  const parts = { sender, onMismatch: options.onMismatch }

  function callOf(endpoint: EndpointFacts) {
    return (input: LooseInput = {}) => {
      if (endpoint.transport === 'sse') return followEvents(sender, endpoint, input)
      if (endpoint.transport === 'websocket') return openSocket(sender, endpoint, input)
      if (endpoint.transport === 'file')
        return send({ ...sender, timeoutMs: downloadLimitMs }, endpoint, input)
      if (endpoint.transport === 'tus') return sendBytes(sender, endpoint, input)
      return reauthenticated(options, () => callForReply(parts, endpoint, input))
    }
  }

  return asClient(mapEach(endpoints, (area) => mapEach(area, callOf)))
}

/** Resolves with the result of a call; it is made again once if the user had to re-authenticate. */
async function reauthenticated(
  { reauthenticate }: ClientOptions,
  call: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    const isRequired = error instanceof ApiError && error.code === 'confirmation_required'
    if (!isRequired || reauthenticate === undefined) throw error
    await reauthenticate()
    return call()
  }
}

/** Rotates the token without the refresh of an ordinary call, as this is the refresh itself. */
async function refreshToken(
  sender: Sender,
  endpoint: EndpointFacts,
  token: string,
): Promise<string> {
  // Other calls, and other tabs, wait for it.
  const timeoutMs = sender.timeoutMs ?? refreshLimitMs
  const response = await sendOnce(sender, endpoint, { token, timeoutMs })
  if (!response.ok) throw await readApiError(response)
  const reply: unknown = await response.json()
  if (typeof reply === 'object' && reply !== null && 'token' in reply) return String(reply.token)
  throw new NetworkError('broken')
}

function mapEach<From, To>(
  members: Readonly<Record<string, From>>,
  map: (member: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]))
}

/** Named cast: one function for each endpoint of `api`, whose result depends on its transport. */
function asClient(calls: Record<string, Record<string, unknown>>): Client {
  return calls as Client
}

/** A WebSocket of the browser, or of Node. */
function openOwnSocket(url: string): WebSocket {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  return socket
}
