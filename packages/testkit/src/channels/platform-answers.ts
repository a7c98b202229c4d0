import type { IncomingHttpHeaders } from 'node:http'

/** A request to a platform, by `HOST/PATH`. */
export interface PlatformRequest {
  readonly method: string
  readonly address: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The fields of a form in the body. */
  readonly form: URLSearchParams
}

export interface PlatformAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON unless it is text. */
  readonly body?: object | string
}
