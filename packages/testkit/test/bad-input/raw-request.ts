import type { Endpoint } from '@gridloom/contract/core/endpoint'
import fc from 'fast-check'
import { z } from 'zod'
import { hostileObject, hostileValue } from './hostile.ts'

/** One request as it goes over the wire. */
export interface RawRequest {
  path: string
  body: string | undefined
  contentType: string
}

const ParamsSchema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) })

/** Requests for an endpoint, valid ones included, so that handlers are reached. */
export function rawRequests(endpoint: Endpoint): fc.Arbitrary<RawRequest> {
  const params = ParamsSchema.parse(z.toJSONSchema(endpoint.params, { io: 'input' })).properties
  const path = fc
    .record(
      Object.fromEntries(Object.entries(params).map(([name, one]) => [name, hostileValue(one)])),
    )
    .map((values) => endpoint.path.replace(/\{(\w+)\}/g, (_, name) => inPath(values[name])))
  const query = hostileObject(z.toJSONSchema(endpoint.query, { io: 'input' })).map(asQuery)
  return fc
    .record({ path, query, body: bodies(endpoint), contentType })
    .map(({ path, query, ...rest }) => ({ path: `${path}${query}`, ...rest }))
}

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data', ''),
  },
)

function bodies({ method, body }: Endpoint): fc.Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined)
  const objects = hostileObject(z.toJSONSchema(body, { io: 'input' }))
  return fc.oneof(
    { weight: 6, arbitrary: objects.map((value) => JSON.stringify(value)) },
    // A duplicate key, and one with a meaning in JavaScript: JSON.stringify would not write them.
    {
      weight: 2,
      arbitrary: objects.map((value) => {
        const text = JSON.stringify(value)
        const members = text.slice(1, -1)
        return members === '' ? text : `{${members},${members},"__proto__":{"polluted":true}}`
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        '',
        '{',
        '[]',
        'null',
        '"text"',
        '\ufeff{}',
        '{"a":1e999}',
        `${'['.repeat(50_000)}`,
        `{"email":"${'a'.repeat(1_200_000)}"}`,
      ),
    },
  )
}

/** Encodes text as one path segment; text that would form no segment becomes a dash. */
function inPath(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const encoded = encodeURIComponent(text.toWellFormed().slice(0, 2_000))
  return encoded === '' || encoded === '.' || encoded === '..' ? '-' : encoded
}

function asQuery(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) =>
        `${inPath(name)}=${typeof one === 'string' ? inPath(one) : inPath(JSON.stringify(one))}`,
    ),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&').slice(0, 8_000)}`
}
