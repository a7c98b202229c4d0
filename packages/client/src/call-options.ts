import type { ApiHost } from '@gridloom/contract/core/hosts'

/** Options that every call takes beside the parts of its contract. */

export interface CallOptions {
  headers?: Record<string, string>
  /** Aborts the call: it rejects with an AbortError, and a stream simply ends. */
  signal?: AbortSignal
  /** Sends the call to another host than its endpoint's. */
  host?: ApiHost
  /** The time limit for the response, and again for its body; by default, that of the client. */
  timeoutMs?: number
}

/** `open`: events arrive. `waiting`: the connection is lost and will be retried in a moment. */
export type StreamState = 'open' | 'waiting'

export interface StreamOptions extends CallOptions {
  onState?: (state: StreamState) => void
  /** Resume after this event. */
  lastEventId?: string
  /** Stop after this many consecutive connections without an event; by default, never. */
  attemptsMax?: number
}

/** Bytes of one segment of an upload. */
export interface SendOptions {
  /** The offset of the bytes in the upload. */
  offset: number
  bytes: Uint8Array<ArrayBuffer>
  signal?: AbortSignal
}

export interface SocketOptions {
  /** Fields of the first frame beside the token. */
  hello?: Readonly<Record<string, unknown>>
  signal?: AbortSignal
}

/** The input of a call without the type of its endpoint. */
export interface LooseInput extends StreamOptions, SocketOptions, Partial<SendOptions> {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
