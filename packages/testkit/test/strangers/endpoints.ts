import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { z } from 'zod'

/** An endpoint by its name, as `area.name`. */
export interface Named {
  name: string
  endpoint: Endpoint
}

const all: readonly Named[] = Object.entries(api).flatMap(([area, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => ({
    name: `${area}.${name}`,
    endpoint,
  })),
)

/** Every endpoint of the contract that is a plain request: sockets authenticate in their first frame. */
export const everyEndpoint = all.filter(({ endpoint }) => endpoint.transport !== 'websocket')

/** Every endpoint that is a WebSocket, except those of machines, which sign. */
export const everySocket = all.filter(
  ({ endpoint }) => endpoint.transport === 'websocket' && endpoint.auth !== 'machine',
)

/** The parameters of its path, each with the kind of id: `MachineId`; other parameters have none. */
export function idsIn({ params }: Endpoint): [string, string | undefined][] {
  const shape = params instanceof z.ZodObject ? Object.entries(params.shape) : []
  return shape.map(([name, schema]) => [name, z.globalRegistry.get(asType(schema))?.title])
}

/** The path with its parameters filled in; missing ones become a word that is no id. */
export function pathOf({ path }: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? 'nothing'),
  )
}

export interface Call {
  endpoint: Endpoint
  params?: Readonly<Record<string, string>>
  token?: string
  /** As in an address, without the question mark. */
  query?: string | undefined
  body?: unknown
}

/** Sends a request as a program would, and returns its status and code. */
export async function ask(serverUrl: string, { endpoint, params, token, query, body }: Call) {
  const stop = new AbortController()
  const search = query === undefined ? '' : `?${query}`
  const response = await fetch(new URL(pathOf(endpoint, params) + search, serverUrl), {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: stop.signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? '' : await response.text()
  stop.abort()
  return `${response.status} ${codeIn(text)}`
}

/** The code of an error in our format, or in that of the OpenAI API, which has its own name for one of ours. */
function codeIn(text: string): string {
  if (!text.startsWith('{')) return ''
  const { code, error } = Object(JSON.parse(text))
  const said = String(code ?? Object(error).code ?? '')
  return said === 'invalid_api_key' ? 'unauthorized' : said
}

/** Named cast: the members of a zod object's shape are schemas. */
function asType(schema: unknown): z.ZodType {
  return schema as z.ZodType
}
