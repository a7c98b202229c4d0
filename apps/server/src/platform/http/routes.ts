import type { Clock } from '@gridloom/async/clock'
import type {
  BodyOf,
  Endpoint,
  EventOf,
  ParamsOf,
  QueryOf,
  Reply,
} from '@gridloom/contract/core/endpoint'
import type { WebSocket } from 'ws'
import type { Actor } from '../ctx.ts'

/** The parsed parts of a request. */
export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Of the request, in lower case. */
  header(name: string): string | undefined
  /** The caller's address. */
  address: string
}

/** A download: its name and its text or bytes, piece by piece. */
export interface Download {
  fileName: string
  contentType: string
  /** `inline`: for showing in a page. A download unless given. */
  disposition?: 'attachment' | 'inline'
  /** How many bytes come, where that is known: readers then notice an answer that breaks off. */
  bytes?: number
  /** The answer never changes: it may be kept for good. */
  immutable?: true
  /** Names what is answered, for readers that ask again whether it is still that. They keep it for themselves alone. */
  etag?: string
  /** A `Content-Security-Policy` of its own, in place of the one that every answer carries. */
  policy?: string
  pieces: AsyncIterable<string | Uint8Array>
}

/** Where a browser is sent. */
export interface Redirect {
  location: string
  /** Whole `Set-Cookie` values. */
  cookies?: readonly string[]
}

/** A request of a resumable upload. */
export interface UploadRequest {
  method: 'HEAD' | 'PATCH'
  /** The body as it comes. It breaks off with an error when the caller goes, or when the server stops. */
  bytes: AsyncIterable<Uint8Array>
  /** Ends the connection, and so the body. */
  cut(): void
}

/** The answer of the tus protocol: it has no body. */
export interface UploadAnswer {
  status: 200 | 204 | 412
  headers: Readonly<Record<string, string>>
}

/** The response of an `openai` endpoint: JSON, or a stream of chunks, each the JSON text of one. */
export type OpenAiAnswer<E extends Endpoint> =
  | { kind: 'json'; body: Reply<E> }
  | { kind: 'chunks'; chunks: AsyncIterable<string> }

/** Additions of a handler to its response. */
export interface Answer {
  /** A whole `Set-Cookie` value. */
  setCookie(cookie: string): void
}

/** The interface by which a feature mounts its endpoints. `C` is the context of its verbs. */
export interface Routes<C> {
  /** `data` and `bare` endpoints. */
  on<E extends Endpoint>(
    endpoint: E,
    handle: (ctx: C, input: Input<E>, answer: Answer) => Promise<Reply<E>>,
  ): void
  /**
   * `sse` endpoints. What is yielded is sent as it comes, at the reader's own pace; the context's signal
   * aborts when the reader goes. `after` is the id that the reader saw last. The handler checks first
   * (what it throws is an ordinary failure) and then gives the events.
   */
  stream<E extends Endpoint>(
    endpoint: E,
    handle: (
      ctx: C,
      input: Input<E>,
      after: string | undefined,
    ) => Promise<AsyncIterable<EventOf<E>>>,
  ): void
  download<E extends Endpoint>(
    endpoint: E,
    handle: (ctx: C, input: Input<E>) => Promise<Download>,
  ): void
  /** `tus` endpoints: HEAD and PATCH at one path. A body that is not read to its end ends the connection. */
  tus<E extends Endpoint>(
    endpoint: E,
    handle: (ctx: C, input: Input<E>, request: UploadRequest) => Promise<UploadAnswer>,
  ): void
  /**
   * `openai` endpoints. The context's signal aborts when the reader goes. What is thrown before the answer is an
   * ordinary failure in OpenAI's shape, what chunks throw an event of the stream.
   */
  openai<E extends Endpoint>(
    endpoint: E,
    handle: (ctx: C, input: Input<E>) => Promise<OpenAiAnswer<E>>,
  ): void
  /** `redirect` endpoints: where the browser is sent, with cookies to set on the way. */
  redirect<E extends Endpoint>(
    endpoint: E,
    handle: (ctx: C, input: Input<E>) => Promise<Redirect>,
  ): void
  /**
   * `websocket` endpoints. Browsers cannot set headers on these, so the first frame carries the token: the handler
   * reads it and turns it into a context with `signIn`.
   */
  socket<E extends Endpoint>(
    endpoint: E,
    handle: (socket: WebSocket, input: Input<E>, auth: SocketAuth<C>) => Promise<void>,
  ): void
}

/** Authenticates a socket by its first frame. */
export interface SocketAuth<C> {
  readonly clock: Clock
  signIn(token: string): Promise<C>
}

/** The requirements of an endpoint on its caller. */
export type Need = Pick<Endpoint, 'auth' | 'scope' | 'reauth' | 'membership'>

/** A bearer token and where it came from. */
export interface Presented {
  token: string
  address: string
}

/** Turns a bearer token into an actor; identity provides it. @throws Refused */
export interface Authenticator {
  authenticate(caller: Presented, need: Need): Promise<Actor>
  /**
   * For what stays open beyond its request: aborts with `until`, and once what the actor came in by (a session, a key)
   * has ended or works for somebody else.
   */
  sessionSignal(actor: Actor, until: AbortSignal): AbortSignal
}
