import { z } from 'zod'

type Shape = z.ZodType

/** The header with the id of the request that caused a call, for the agent's log. Optional. */
export const requestIdHeader = 'x-gridloom-request'

/** Short and plain, as it is written to logs. */
export const requestIdPattern = /^[\w-]{1,64}$/
export const RequestId = z.string().regex(requestIdPattern)

/**
 * How the two bodies of a call are transferred. `value`: JSON in, JSON out. `upload`: raw bytes in, JSON out. `lines`:
 * JSON in, one JSON value per line out (NDJSON). `channel`: the same, on the request channel if the request is short
 * (see `request-channel.ts`). `download`: JSON in, raw bytes out. `duplex`: raw bytes both ways; where the call has a
 * `request`, its JSON is the first line of the body, and the raw bytes follow.
 */
export type AgentTransport = 'value' | 'upload' | 'lines' | 'channel' | 'download' | 'duplex'

/** The most bytes of the first line of a `duplex` call that has a request. */
export const duplexRequestBytesMax = 256 * 1024
/** How long that line may take to arrive. */
export const duplexRequestMs = 10_000

/**
 * One call of the control plane on an agent, as plain data: the agent serves it, and the control plane gets its types.
 */
export interface AgentCall<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Request extends Shape = Shape,
  Response extends Shape = Shape,
  Transport extends AgentTransport = AgentTransport,
> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Path with `{name}` for each of its `params`. */
  readonly path: `/${string}`
  readonly transport: Transport
  /** The status of a successful response. */
  readonly status: 200 | 202
  readonly params: Params
  readonly query: Query
  /** The JSON body. */
  readonly request: Request
  /** The JSON value of the response, or each value of its stream. */
  readonly response: Response
}

interface Definition<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends Shape,
  T extends AgentTransport,
> {
  method: AgentCall['method']
  path: `/${string}`
  transport: T
  status?: 202
  params?: P
  query?: Q
  request?: B
  response?: R
}

const noValues = z.object({})
const noBody = z.undefined()
/** Responses without content still have a body: `{}`. */
const anyBody = z.unknown()

/** Defines a call; omitted parts are empty. */
export function agentCall<
  T extends AgentTransport,
  P extends Shape = typeof noValues,
  Q extends Shape = typeof noValues,
  B extends Shape = typeof noBody,
  R extends Shape = typeof anyBody,
>(given: Definition<P, Q, B, R, T>): AgentCall<P, Q, B, R, T> {
  const { method, path, transport, status = 200, params, query, request, response } = given
  return {
    ...{ method, path, transport, status },
    params: asShape<P>(params ?? noValues),
    query: asShape<Q>(query ?? noValues),
    request: asShape<B>(request ?? noBody),
    response: asShape<R>(response ?? anyBody),
  }
}

/** Paths of calls in parts, as they are filled in for every answer of a model: text, name, text, name, … */
const pathParts = new Map<string, readonly string[]>()

/** The path of a call with its parameters filled in. They are validated where they come from, and need no escaping. */
export function agentPath(
  { path }: Pick<AgentCall, 'path'>,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const parts = pathParts.get(path) ?? path.split(/[{}]/)
  pathParts.set(path, parts)
  return parts.reduce((text, part, at) => text + (at % 2 === 0 ? part : String(params[part])), '')
}

/** The input of a call. */
export type AgentCallInput<C extends AgentCall> = OptionalPart<'params', z.output<C['params']>> &
  OptionalPart<'query', QueryOf<C>> &
  OptionalPart<'body', z.input<C['request']>>

/** Values of a query string before they are serialised: numbers and flags. */
type QueryOf<C extends AgentCall> = {
  [K in keyof z.input<C['query']>]: K extends keyof z.output<C['query']>
    ? z.output<C['query']>[K]
    : never
}

/** A property that is optional if nothing in it is required. */
type OptionalPart<Key extends string, Value> =
  Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : [Value] extends [undefined]
      ? { [K in Key]?: undefined }
      : { [K in Key]: Value }

/** Named cast: an omitted part has the type of its default. */
function asShape<T extends Shape>(shape: Shape): T {
  return shape as T
}
