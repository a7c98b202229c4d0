import type { Timers } from '@gridloom/async/clock'
import { type EndpointFacts, endpointPath } from '@gridloom/contract/core/endpoint-facts'
import { type HostUrls, hostOf, hostPaths } from '@gridloom/contract/core/hosts'
import { NetworkError, readApiError } from './api-error.ts'
import type { LooseInput } from './call-options.ts'
import type { Session } from './session.ts'

/** How long a stream or a socket may take to open: they are retried, and a request that never ends could not be. */
export const openingLimitMs = 30_000

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The dependencies of sending; created once by `createClient`. */
export interface Sender {
  hosts: HostUrls
  fetch: Fetch
  clock: Timers
  random: () => number
  session: Session
  /** The time limit of calls that set none; `undefined`: none (specification, section 9). */
  timeoutMs: number | undefined
}

/**
 * Sends one call and resolves with its successful response, body unread. An expired token is refreshed once and the
 * call sent again; a dead one is dropped. Nothing else is retried.
 */
export async function send(
  sender: Sender,
  endpoint: EndpointFacts,
  input: LooseInput,
): Promise<Response> {
  const token = carriesToken(endpoint) ? sender.session.read() : undefined
  const first = await sendOnce(sender, endpoint, { ...input, token })
  if (first.ok) return first
  const refusal = await readApiError(first)
  if (token !== undefined && refusal.code === 'token_expired') {
    const renewed = await sender.session.renew(token)
    return sendAgain(sender, endpoint, { ...input, token: renewed })
  }
  if (endpoint.auth !== 'public' && refusal.status === 401) sender.session.drop(token)
  throw refusal
}

function carriesToken({ auth, bearer }: EndpointFacts): boolean {
  return auth !== 'public' || bearer === 'optional'
}

interface Signed extends LooseInput {
  token: string | undefined
}

async function sendAgain(
  sender: Sender,
  endpoint: EndpointFacts,
  input: Signed,
): Promise<Response> {
  const response = await sendOnce(sender, endpoint, input)
  if (response.ok) return response
  const refusal = await readApiError(response)
  if (refusal.status === 401) sender.session.drop(input.token)
  throw refusal
}

/** Sends one request and resolves with its response, successful or not. A time limit covers the response head. */
export async function sendOnce(
  sender: Sender,
  endpoint: EndpointFacts,
  input: Signed,
): Promise<Response> {
  const limit = new AbortController()
  const cancel = limitCall(sender, input, () => limit.abort())
  const signals = input.signal ? [input.signal, limit.signal] : [limit.signal]
  try {
    return await sender.fetch(callUrl(sender.hosts, endpoint, input).href, {
      method: endpoint.method,
      headers: requestHeaders(endpoint, input),
      ...(takesBody(endpoint) ? { body: input.bytes ?? JSON.stringify(input.body ?? {}) } : {}),
      signal: AbortSignal.any(signals),
    })
  } catch (cause) {
    throw networkFailure(cause, { caller: input.signal, limit: limit.signal })
  } finally {
    cancel()
  }
}

/** Maps the error of a failed fetch or read: the caller's own abort, a time limit, or the network. */
export function networkFailure(
  cause: unknown,
  signals: { caller?: AbortSignal | undefined; limit?: AbortSignal },
): Error {
  if (signals.caller?.aborted) {
    return new DOMException('The call was ended by its caller.', 'AbortError')
  }
  if (signals.limit?.aborted) return new NetworkError('timeout', { cause })
  return new NetworkError('unreachable', { cause })
}

/** Calls `end` when the call's time limit has passed, if it has one. Returns the way to call it off. */
export function limitCall(
  { clock, timeoutMs: usualMs }: Pick<Sender, 'clock' | 'timeoutMs'>,
  { timeoutMs = usualMs }: LooseInput,
  end: () => void,
): () => void {
  return timeoutMs === undefined ? () => undefined : clock.after(timeoutMs, end)
}

/** The URL of a call: that of its host, parameters filled into the path, the query in the given order. */
export function callUrl(hosts: HostUrls, endpoint: EndpointFacts, input: LooseInput): URL {
  const ownHost = hostOf(endpoint.path)
  const path = endpointPath(endpoint, input.params).slice(hostPaths[ownHost].length)
  const url = new URL(hosts[input.host ?? ownHost] + path)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  return url
}

function requestHeaders(endpoint: EndpointFacts, input: Signed): Record<string, string> {
  return {
    accept: endpoint.transport === 'sse' ? 'text/event-stream' : 'application/json',
    ...(takesBody(endpoint) ? { 'content-type': 'application/json' } : {}),
    ...(input.token === undefined ? {} : { authorization: `Bearer ${input.token}` }),
    ...input.headers,
  }
}

function takesBody(endpoint: EndpointFacts): boolean {
  return endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
}
