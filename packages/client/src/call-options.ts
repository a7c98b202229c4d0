/** What every call takes beside its contract's parts. */

export interface CallOptions {
  headers?: Record<string, string>
  /** Ends the call: it rejects with an AbortError, and a stream simply ends. */
  signal?: AbortSignal
}

/** `open`: events arrive. `waiting`: the connection is lost and is tried again in a moment. */
export type StreamState = 'open' | 'waiting'

export interface StreamOptions extends CallOptions {
  onState?: (state: StreamState) => void
  /** Resume after this event. */
  lastEventId?: string
  /** Give up after so many connections in a row that brought no event; left out: never. */
  attemptsMax?: number
}

/** One stretch of an upload. */
export interface SendOptions {
  /** Where the bytes belong. */
  offset: number
  bytes: Uint8Array<ArrayBuffer>
  signal?: AbortSignal
}

export interface SocketOptions {
  /** What the first frame holds beside the token. */
  hello?: Readonly<Record<string, unknown>>
  signal?: AbortSignal
}

/** A call's input once its endpoint's type is behind us. */
export interface LooseInput extends StreamOptions, SocketOptions, Partial<SendOptions> {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
