import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { z } from 'zod'
import { type JsonSchema, requestSchema } from '../openapi-schemas.ts'
import { exampleOf } from './example-of.ts'
import { requestExamples } from './request-examples.ts'

/** One call of an endpoint with plausible input. */
export interface CallExample {
  endpoint: Endpoint
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** Undefined where the endpoint takes no body. */
  body: unknown
}

const Texts = z.record(z.string(), z.coerce.string())
const Fields = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() })

/** The example call of an operation, made from its request schemas. Pure. */
export function callExample(
  operationId: string,
  endpoint: Endpoint,
  components: Readonly<Record<string, JsonSchema>>,
): CallExample {
  const own = requestExamples[operationId]
  const make = (schema: z.ZodType) =>
    exampleOf(
      requestSchema(schema),
      { components, fields: 'request' },
      { parent: '', field: operationId },
    )
  return {
    endpoint,
    params: Texts.parse(make(endpoint.params)),
    query: own?.query ?? Texts.parse(make(endpoint.query)),
    body: takesFields(endpoint) ? (own?.body ?? make(endpoint.body)) : undefined,
  }
}

/** Whether the endpoint takes a JSON body with at least one field. */
function takesFields({ body }: Endpoint): boolean {
  const { properties } = Fields.parse(requestSchema(body))
  return properties === undefined || Object.keys(properties).length > 0
}

/** The address of the call, with its path and query filled in. */
export function exampleUrl({ endpoint, params, query }: CallExample, origin: string): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const words = new URLSearchParams(query).toString()
  return `${origin}${path}${words === '' ? '' : `?${words}`}`
}

/** Whether the call sends a token. */
export function sendsToken({ endpoint: { auth } }: CallExample): boolean {
  return auth !== 'public' && auth !== 'machine'
}

/** Headers of the call by name; `token` is how the language at hand reads the environment. */
export function headersOf(call: CallExample, token: string): (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = []
  if (sendsToken(call)) headers.push(['Authorization', `Bearer ${token}`])
  if (call.body !== undefined) headers.push(['Content-Type', 'application/json'])
  if (call.endpoint.transport !== 'tus') return headers
  return [
    ...headers,
    ['Tus-Resumable', '1.0.0'],
    ['Upload-Offset', '0'],
    ['Content-Type', 'application/offset+octet-stream'],
  ]
}
