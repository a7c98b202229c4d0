import type { Api } from '@gridloom/contract/api'
import type {
  BodyInput,
  BodyOf,
  Endpoint,
  EventOf,
  ParamsInput,
  ParamsOf,
  QueryInput,
  QueryOf,
  ResponseOf,
} from '@gridloom/contract/core/endpoint'
import type { CallOptions, SendOptions, SocketOptions, StreamOptions } from './call-options.ts'
import type { Socket } from './socket.ts'

/**
 * The type of one input part: text that the server coerces (`?page=2`) may be passed as the coerced type, and a part
 * whose members are all optional is itself optional.
 */
type InputPart<Input, Output> = {
  [Key in keyof Input]: Key extends keyof Output
    ? unknown extends Input[Key]
      ? Output[Key]
      : Input[Key] | Extract<Output[Key], boolean>
    : Input[Key]
}
type Part<Name extends string, Input, Output> = [Input] extends [Record<string, never>]
  ? { [Key in Name]?: never }
  : Record<never, never> extends Input
    ? { [Key in Name]?: InputPart<Input, Output> }
    : { [Key in Name]: InputPart<Input, Output> }

export type CallInput<T extends Endpoint> = Part<'params', ParamsInput<T>, ParamsOf<T>> &
  Part<'query', QueryInput<T>, QueryOf<T>> &
  Part<'body', BodyInput<T>, BodyOf<T>>

type Arguments<T extends Endpoint, Options> =
  Record<never, never> extends CallInput<T>
    ? [input?: CallInput<T> & Options]
    : [input: CallInput<T> & Options]

/**
 * One endpoint as a function. `data` and `bare`: resolves with the result. `file`: with the Response. `sse`: typed
 * events, reconnecting (a POST stream never does). `websocket`: resolves with the open {@link Socket}. `tus`: sends
 * bytes and resolves with the offset to continue from. Rejects with ApiError, NetworkError, or AbortError if the
 * caller's signal aborted it.
 */
export type Call<T extends Endpoint> = T['transport'] extends 'sse'
  ? (...input: Arguments<T, StreamOptions>) => AsyncGenerator<EventOf<T>, void, undefined>
  : T['transport'] extends 'websocket'
    ? (...input: Arguments<T, SocketOptions>) => Promise<Socket>
    : T['transport'] extends 'file'
      ? (...input: Arguments<T, CallOptions>) => Promise<Response>
      : T['transport'] extends 'tus'
        ? (input: CallInput<T> & SendOptions) => Promise<number>
        : (...input: Arguments<T, CallOptions>) => Promise<ResponseOf<T>>

/** The whole API as functions, area by area. */
export type Client = {
  readonly [Area in keyof Api]: {
    readonly [Name in keyof Api[Area]]: Api[Area][Name] extends Endpoint
      ? Call<Api[Area][Name]>
      : never
  }
}
