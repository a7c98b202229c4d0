import type {
  BodyOf,
  Endpoint,
  EventOf,
  ParamsOf,
  QueryOf,
  Reply,
} from '@gridloom/contract/endpoint'
import type { WebSocket } from 'ws'
import type { Actor } from '../ctx.ts'

/** What a handler gets beside its context: the parsed parts of the request. */
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
  pieces: AsyncIterable<string | Uint8Array>
}

/** What a feature mounts its endpoints on. `C` is the context its verbs need. */
export interface Routes<C> {
  /** `data` and `bare` endpoints. */
  on<E extends Endpoint>(endpoint: E, handle: (ctx: C, input: Input<E>) => Promise<Reply<E>>): void
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
  /**
   * `websocket` endpoints. Browsers cannot set headers on these, so the first frame carries the token: the handler
   * reads it and turns it into a context with `signIn`.
   */
  socket<E extends Endpoint>(
    endpoint: E,
    handle: (socket: WebSocket, input: Input<E>, door: Door<C>) => Promise<void>,
  ): void
}

/** How a socket's first frame becomes a context. */
export interface Door<C> {
  signIn(token: string): Promise<C>
}

/** Turns a bearer token into an actor; identity provides it. @throws Refused */
export interface Authenticator {
  authenticate(token: string, need: Endpoint['auth']): Promise<Actor>
}
