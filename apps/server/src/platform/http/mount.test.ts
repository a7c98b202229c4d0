import { createTestClock } from '@gridloom/async/test-clock'
import { endpoint } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { answerFailures, createRoutes } from './mount.ts'

const thing = endpoint({
  method: 'POST',
  path: '/api/things/{id}',
  auth: 'session',
  title: 'A thing',
  summary: 'A thing',
  status: 201,
  params: z.strictObject({ id: z.string().regex(/^t\d$/) }),
  query: z.strictObject({ deep: z.enum(['yes', 'no']).default('no') }),
  body: z.strictObject({ name: z.string() }),
  response: z.unknown(),
})
const file = endpoint({
  method: 'GET',
  path: '/api/file',
  auth: 'public',
  title: 'A file',
  summary: 'A file',
  transport: 'file',
})
const stream = endpoint({
  method: 'GET',
  path: '/api/stream',
  auth: 'public',
  title: 'A stream',
  summary: 'A stream',
  transport: 'sse',
  events: { tick: z.number() },
})

it('passes the parsed input with defaults, and wraps the response', async () => {
  const site = setup()
  const response = await site.post('/api/things/t1', { name: 'a' })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    status: 'success',
    data: { params: { id: 't1' }, query: { deep: 'no' }, body: { name: 'a' }, actor: 'system' },
  })
})

it('returns 404 for a malformed id', async () => {
  const response = await setup().post('/api/things/elephant', { name: 'a' })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'not_found' })
})

it('names unknown fields of the query and of the body', async () => {
  const site = setup()
  expect(
    (await site.post('/api/things/t1?__proto__=1&wide=1', { name: 'a' })).json(),
  ).toMatchObject({
    code: 'invalid_input',
    fields: { wide: 'Unknown field.' },
  })
  expect((await site.post('/api/things/t1', { name: 'a', valueOf: 1 })).json()).toMatchObject({
    fields: { valueOf: 'Unknown field.' },
  })
})

it.each<Record<string, string>>([{}, { authorization: 'token' }, { authorization: 'Basic abc' }])(
  'rejects %o before it checks anything else',
  async (headers) => {
    const response = await setup().post('/api/things/elephant', { strange: 1 }, headers)
    expect(response.statusCode).toBe(401)
  },
)

it('sends a file with its name and its type', async () => {
  const response = await setup({ pieces: ['one ', 'two'] }).app.inject('/api/file')
  expect(response.body).toBe('one two')
  expect(response.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="a.txt"',
  })
})

it('sends an empty file with an empty body', async () => {
  const response = await setup({ pieces: [] }).app.inject('/api/file')
  expect(response).toMatchObject({ statusCode: 200, body: '' })
})

it('returns an ordinary error for a file that fails before its first piece', async () => {
  const response = await setup({ pieces: [new Refused('machine_offline')] }).app.inject('/api/file')
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({ status: 'error', code: 'machine_offline' })
})

it('cuts off a file that fails later, so that it does not seem complete', async () => {
  const site = setup({ pieces: ['half of it', new Error('gone')] })
  const url = await site.app.listen({ host: '127.0.0.1', port: 0 })
  await expect(fetch(`${url}/api/file`).then((answer) => answer.text())).rejects.toThrow()
  await site.app.close()
})

it('ends the source of a file when its reader leaves', async () => {
  const site = setup({ pieces: 'endless' })
  const url = await site.app.listen({ host: '127.0.0.1', port: 0 })
  const reading = new AbortController()
  const answer = await fetch(`${url}/api/file`, { signal: reading.signal })
  await answer.body?.getReader().read()
  reading.abort()
  await site.released
  await site.app.close()
})

it('returns 304 for a file that the reader already has', async () => {
  const site = setup({ pieces: ['one'], etag: 'v1' })
  const first = await site.app.inject('/api/file')
  expect(first.headers).toMatchObject({ etag: '"v1"', 'cache-control': 'private, no-cache' })
  const headers = { 'if-none-match': '"v1"' }
  const again = await site.app.inject({ url: '/api/file', headers })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
  const other = await site.app.inject({ url: '/api/file', headers: { 'if-none-match': '"v0"' } })
  expect(other).toMatchObject({ statusCode: 200, body: 'one' })
})

it('streams events, and returns an ordinary error for a failure before them', async () => {
  const response = await setup({ ticks: [1, 2] }).app.inject('/api/stream')
  expect(response.body).toBe(': open\n\nevent: tick\ndata: 1\n\nevent: tick\ndata: 2\n\n')
  const refused = await setup({ ticks: new Refused('machine_offline') }).app.inject('/api/stream')
  expect(refused.json()).toMatchObject({ code: 'machine_offline' })
})

it('ends a stream that fails midway, after the events before', async () => {
  const response = await setup({ ticks: [1, new Error('broken')] }).app.inject('/api/stream')
  expect(response.body).toBe(': open\n\nevent: tick\ndata: 1\n\n')
})

it('passes a stream the last event id of its reader', async () => {
  const site = setup({ ticks: [] })
  await site.app.inject({ url: '/api/stream', headers: { 'last-event-id': '41' } })
  expect(site.seen()).toBe('41')
})

interface Served {
  pieces?: readonly (string | Error)[] | 'endless'
  etag?: string
  ticks?: readonly (number | Error)[] | Refused
}

function setup({ pieces = [], etag, ticks = [] }: Served = {}) {
  const app = fastify()
  answerFailures(app)
  let after: string | undefined
  const released = Promise.withResolvers<void>()
  const routes = createRoutes<Pick<Ctx, 'actor' | 'settleAudit'>>({
    app,
    clock: createTestClock(),
    authenticator: {
      authenticate: async () => ({ kind: 'system' }),
      sessionSignal: (_actor, until) => until,
    },
    stopping: new AbortController().signal,
    contextFor: ({ actor }) => ({ actor, settleAudit: async () => {} }),
  })
  routes.on(thing, async (ctx, { params, query, body }) => ({
    params,
    query,
    body,
    actor: ctx.actor.kind,
  }))
  routes.download(file, async () => ({
    fileName: 'a.txt',
    contentType: 'text/plain',
    ...(etag === undefined ? {} : { etag }),
    pieces: pieces === 'endless' ? endless(released.resolve) : inTurn(pieces),
  }))
  routes.stream(stream, async (_ctx, _input, seen) => {
    after = seen
    if (ticks instanceof Refused) throw ticks
    return asEvents(inTurn(ticks))
  })
  const bearer = { authorization: 'Bearer x' }
  return {
    app,
    released: released.promise,
    seen: () => after,
    post: (url: string, body: object, headers: Record<string, string> = bearer) =>
      app.inject({ method: 'POST', url, payload: body, headers }),
  }
}

async function* inTurn<T>(items: readonly (T | Error)[]): AsyncGenerator<T, void> {
  for (const item of items) {
    if (item instanceof Error) throw item
    yield item
  }
}

async function* asEvents(ticks: AsyncIterable<number>) {
  for await (const data of ticks) yield { event: 'tick' as const, data }
}

async function* endless(released: () => void): AsyncGenerator<string, void> {
  try {
    for (;;) yield 'x'.repeat(64 * 1024)
  } finally {
    released()
  }
}
