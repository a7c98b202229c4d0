import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { Scope } from '../scopes.ts'
import { limits } from './constants.ts'

/**
 * The callers that an endpoint allows.
 * `public`: anyone. `session`: signed-in users. `member`: signed-in users with access. `operator`: the operator's
 * account.
 * `refresh`: a session token that may have expired. `reset`: signed-in users, or a temporary token of a password reset.
 * `machine`: an enrolled agent, by signature.
 */
export type Auth = 'public' | 'session' | 'member' | 'operator' | 'refresh' | 'reset' | 'machine'

/**
 * How the response is sent. `data`: `{status:'success', data}`. `bare`: the object itself. `sse`: server-sent events,
 * resumable by `Last-Event-ID`. `websocket`: see the endpoint's text. `file`: a download. `redirect`: the browser is
 * redirected. `tus`: a resumable upload, with HEAD beside PATCH at the same path. `openai`: in the OpenAI API's format,
 * with its errors and event streams (see `openai.ts`).
 */
export type Transport =
  | 'data'
  | 'bare'
  | 'sse'
  | 'websocket'
  | 'file'
  | 'redirect'
  | 'tus'
  | 'openai'

type Shape = z.ZodType

export type EventShapes = Readonly<Record<string, Shape>>

/** One endpoint as plain data: the server mounts it, the client gets its types, and OpenAPI is generated from it. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Response extends Shape = Shape,
  Events extends EventShapes = EventShapes,
  Travel extends Transport = Transport,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{name}` for each parameter. */
  readonly path: `/${string}`
  readonly auth: Auth
  /** `optional`: a public endpoint that uses a session if the caller has one. */
  readonly bearer: 'optional' | 'by_auth'
  /** The scope that an API key needs to call this; `null`: only a signed-in user may. */
  readonly scope: Scope | null
  /** `recent`: the user must have re-authenticated within {@link confirmedForS}. */
  readonly reauth: 'any' | 'recent'
  /**
   * `any`: also a session that acts for a company which its user has left. Everything else rejects such a session with
   * `membership_ended`: it never falls back to the user's own money.
   */
  readonly membership: 'held' | 'any'
  /** `write`: each call is recorded in the audit log. The default for methods other than GET. */
  readonly audit: 'write' | 'none'
  /** Two to four words: the heading in the API reference, such as `Create quote`. */
  readonly title: string
  /** One or two sentences. */
  readonly summary: string
  readonly transport: Travel
  /** Of a `file`: the media types that it may have. */
  readonly files: readonly string[]
  readonly status: 200 | 201 | 202
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
  readonly events: Events
  readonly errors: readonly ErrorCode[]
  /**
   * Calls per minute for one address (public; for IPv6 its /64) or one user (signed in, with all their sessions and
   * keys, whichever account they act for).
   */
  readonly perMinute: number
  /** Larger bodies are rejected with 413; without a token none may be larger than {@link limits.publicBodyBytes}. */
  readonly bodyBytesMax: number
}

interface Definition<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends Shape,
  E extends EventShapes,
  T extends Transport,
> {
  method: Endpoint['method']
  path: `/${string}`
  auth: Auth
  bearer?: 'optional'
  scope?: Scope
  reauth?: 'recent'
  membership?: 'any'
  audit?: 'write' | 'none'
  /** The summary by default, which is too long for a heading: tests require it. */
  title?: string
  summary: string
  transport?: T
  files?: readonly string[]
  status?: 200 | 201 | 202
  params?: P
  query?: Q
  body?: B
  response?: R
  events?: E
  errors?: readonly ErrorCode[]
  perMinute?: number
  bodyBytesMax?: number
}

/** No input is expected here, and every field is rejected by name. */
export const Nothing = z.strictObject({})
export type Nothing = z.infer<typeof Nothing>

/** Defines an endpoint; omitting `auth` does not compile. */
export function endpoint<
  P extends Shape = typeof Nothing,
  Q extends Shape = typeof Nothing,
  B extends Shape = typeof Nothing,
  R extends Shape = typeof Nothing,
  E extends EventShapes = Record<never, never>,
  T extends Transport = 'data',
>(definition: Definition<P, Q, B, R, E, T>): Endpoint<P, Q, B, R, E, T> {
  const { params, query, body, response, events } = definition
  return {
    method: definition.method,
    path: definition.path,
    auth: definition.auth,
    bearer: definition.bearer ?? 'by_auth',
    scope: definition.scope ?? null,
    reauth: definition.reauth ?? 'any',
    membership: definition.membership ?? 'held',
    audit: definition.audit ?? (definition.method === 'GET' ? 'none' : 'write'),
    title: definition.title ?? definition.summary,
    summary: definition.summary,
    transport: asTransport<T>(definition.transport),
    files: definition.files ?? ['text/plain'],
    status: definition.status ?? 200,
    params: asShape<P>(params),
    query: asShape<Q>(query),
    body: asShape<B>(body),
    response: asShape<R>(response),
    events: asEvents<E>(events),
    errors: definition.errors ?? [],
    perMinute: definition.perMinute ?? 600,
    bodyBytesMax: definition.bodyBytesMax ?? usualBodyBytesMax(definition.auth),
  }
}

function usualBodyBytesMax(auth: Auth): number {
  return auth === 'public' ? limits.publicBodyBytes : limits.jsonBodyBytes
}

/** Named cast: an omitted part has the default type parameter, which is `typeof Nothing`. */
function asShape<S extends Shape>(shape: S | undefined): S {
  return (shape ?? Nothing) as S
}

/** Named cast: an omitted transport has the default type parameter, which is `data`. */
function asTransport<T extends Transport>(transport: T | undefined): T {
  return (transport ?? 'data') as T
}

/** Named cast: omitted events have the default type parameter, which has no member. */
function asEvents<E extends EventShapes>(events: E | undefined): E {
  return (events ?? {}) as E
}

export type ParamsOf<T extends Endpoint> = z.output<T['params']>

export type QueryOf<T extends Endpoint> = z.output<T['query']>

export type BodyOf<T extends Endpoint> = z.output<T['body']>

export type ResponseOf<T extends Endpoint> = z.output<T['response']>

export type ParamsInput<T extends Endpoint> = z.input<T['params']>

export type QueryInput<T extends Endpoint> = z.input<T['query']>

export type BodyInput<T extends Endpoint> = z.input<T['body']>

/** The return type of a handler; the server serialises it unchanged (response schemas do not transform). */
export type Reply<T extends Endpoint> = z.output<T['response']>

/** One event of a stream: its name, its payload, and the id to resume after. */
export type EventOf<T extends Endpoint> = {
  [Name in keyof T['events'] & string]: {
    event: Name
    data: z.output<T['events'][Name]>
    id?: string
  }
}[keyof T['events'] & string]
