import type { DriverRequest } from '../outgoing/outside-requests.ts'

/** The server that a request goes to. */
export interface MastodonRequest {
  readonly origin: URL
  readonly signal: AbortSignal
}

export const jsonBytesMax = 500_000

/** The parts of a request that posts a form. */
export function formOf(
  fields: Readonly<Record<string, string>>,
): Pick<DriverRequest, 'headers' | 'body'> {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
  }
}
