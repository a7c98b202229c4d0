import { expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './core/endpoint.ts'

const endpoints: [string, Endpoint][] = Object.entries(api).flatMap(([area, members]) =>
  Object.entries(members).map(([name, one]): [string, Endpoint] => [`${area}.${name}`, one]),
)

it('has no two endpoints with the same method and path', () => {
  const doors = endpoints.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(doors).size).toBe(doors.length)
})

it.each(endpoints)(
  '%s has a parameter for each name in its path, and no other',
  (_, { path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
    const { properties = {} } = z.toJSONSchema(params, { io: 'input' })
    expect(Object.keys(properties).sort()).toEqual(inPath)
  },
)

/** Clients of the OpenAI API send fields that we do not know. */
const strict = endpoints.filter(([, { transport }]) => transport !== 'openai')

it.each(strict)('%s rejects an unknown body field', (_, { body }) => {
  for (const one of body instanceof z.ZodDiscriminatedUnion ? body.options : [body]) {
    const { error } = z.safeParse(one, { surprise: true })
    const unknown = error?.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : [],
    )
    expect(unknown).toContain('surprise')
  }
})

it.each(endpoints)('%s can be described in OpenAPI', (_, { query, body, response }) => {
  for (const shape of [query, body])
    expect(() => z.toJSONSchema(shape, { io: 'input' })).not.toThrow()
  expect(() => z.toJSONSchema(response, { io: 'output' })).not.toThrow()
})

it.each(endpoints)('%s has events exactly if it is an event stream', (_, { transport, events }) => {
  expect(Object.keys(events).length > 0).toBe(transport === 'sse')
})

/** Uploads that began with a re-authentication, which a long one outlives. */
const begunWithOne = new Set(['media.sendUpload', 'media.finishUpload'])

it.each(
  endpoints.filter(
    ([name, { auth, method }]) =>
      auth === 'operator' && method !== 'GET' && !begunWithOne.has(String(name)),
  ),
)('%s is a write of the operator and requires re-authentication', (_, { reauth }) => {
  expect(reauth).toBe('recent')
})
