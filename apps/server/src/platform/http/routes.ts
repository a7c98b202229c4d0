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
  /** Returns a header of the request; names in lower case. */
  header(name: string): string | undefined
  /** The caller's address. */
  address: string
}

/** A download: its name and its text or bytes, in pieces. */
export interface Download {
  fileName: string
  contentType: string
  /** `inline`: for showing in a page. `attachment` by default. */
  disposition?: 'attachment' | 'inline'
  /** The size, where it is known: readers then notice a response that breaks off. */
  bytes?: number
  /** `pieces` are a part of the file: from its byte `start` on, `bytes` of `total`. Absent: the whole file. */
  range?: { start: number; total: number }
  /** The reader may ask for parts with `Range`. */
  ranges?: true
  /**
   * The content never changes: it may be cached permanently, by everybody or (`privately`) for an hour by the reader's
   * browser alone.
   */
  immutable?: true | 'privately'
  /** The name with all its characters, where `fileName` leaves some out. */
  unicodeName?: string
  /** Identifies the content, for readers that revalidate their cached copy. Cached privately, unless it is `embeddable`. */
  etag?: string
  /** Pages of other sites may show it, and everybody may cache it for an hour. */
  embeddable?: true
  /** A `Content-Security-Policy` in place of the default one. */
  policy?: string
  pieces: AsyncIterable<string | Uint8Array>
}

/** A redirect of a browser. */
export interface Redirect {
  location: string
  /** Whole `Set-Cookie` values. */
  cookies?: readonly string[]
}

/** A request of a resumable upload. */
export interface UploadRequest {
  method: 'HEAD' | 'PATCH'
  /** The body as it arrives. It breaks off with an error when the caller disconnects, or when the server stops. */
  bytes: AsyncIterable<Uint8Array>
  /** Ends the connection, and so the body. */
  cut(): void
}

/** A response of the tus protocol: it has no body. */
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
   * Mounts `sse` endpoints. Yielded events are sent as they come, at the reader's pace; the context's signal aborts
   * when the reader leaves. `after` is the last event id of the reader. The handler checks first (an error it throws is
   * an ordinary one) and then returns the events.
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
  /** Mounts `tus` endpoints: HEAD and PATCH at one path. A body that is not read to its end ends the connection. */
  tus<E extends Endpoint>(
    endpoint: E,
    handle: (ctx: C, input: Input<E>, request: UploadRequest) => Promise<UploadAnswer>,
  ): void
  /**
   * Mounts `openai` endpoints. The context's signal aborts when the reader leaves. An error before the response is an
   * ordinary one in OpenAI's shape; an error of the chunks becomes an event of the stream.
   */
  openai<E extends Endpoint>(
    endpoint: E,
    handle: (ctx: C, input: Input<E>) => Promise<OpenAiAnswer<E>>,
  ): void
  /** Mounts `redirect` endpoints: the browser's destination, with cookies to set. */
  redirect<E extends Endpoint>(
    endpoint: E,
    handle: (ctx: C, input: Input<E>) => Promise<Redirect>,
  ): void
  /**
   * Mounts `websocket` endpoints. Browsers cannot set headers on these, so the first frame contains the token: the
   * handler reads it and exchanges it for a context with `signIn`.
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

/** An endpoint's requirements on its caller. */
export type CallerRequirements = Pick<Endpoint, 'auth' | 'scope' | 'reauth' | 'membership'>

/** A bearer token and its origin. */
export interface PresentedToken {
  token: string
  address: string
}

/** Resolves a bearer token to an actor; identity provides it. @throws Refused */
export interface Authenticator {
  authenticate(caller: PresentedToken, need: CallerRequirements): Promise<Actor>
  /**
   * Returns a signal for work that outlives its request: aborts with `until`, and once the actor's session or key has
   * ended or its active account has changed.
   */
  sessionSignal(actor: Actor, until: AbortSignal): AbortSignal
}
