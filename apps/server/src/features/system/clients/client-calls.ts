import type { Api } from '@gridloom/contract/api'
import type { Endpoint, Transport } from '@gridloom/contract/core/endpoint'

/** The result of a call of a client file: the envelope's data, the JSON itself, events, or the bytes of a file. */
export type ClientReply = 'data' | 'bare' | 'stream' | 'file'

/** One call of a client file. */
export interface ClientCall {
  area: string
  name: string
  endpoint: Endpoint
  reply: ClientReply
}

/** `null`: not in client files, as it needs more than one request. */
const replies: Readonly<Record<Transport, ClientReply | null>> = {
  data: 'data',
  bare: 'bare',
  openai: 'bare',
  sse: 'stream',
  file: 'file',
  websocket: null,
  redirect: null,
  tus: null,
}

/** The calls of the API that a client file has: all of users that are a request and a response. */
export function clientCalls(api: Api): ClientCall[] {
  return Object.entries(api).flatMap(([area, endpoints]) =>
    Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
      const reply = endpoint.auth === 'machine' ? null : replies[endpoint.transport]
      return reply === null ? [] : [{ area, name, endpoint, reply }]
    }),
  )
}

/** Calls by area, in the contract's order. */
export function byArea(calls: readonly ClientCall[]): [string, ClientCall[]][] {
  return [...Map.groupBy(calls, ({ area }) => area)]
}
