import { once } from 'node:events'
import { createTestClock } from '@gridloom/async/test-clock'
import { endpoint } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { answerFailures, createRoutes } from './mount.ts'
import type { OpenAiAnswer } from './routes.ts'

const ask = endpoint({
  method: 'POST',
  path: '/v1/asks',
  auth: 'member',
  title: 'Asks',
  summary: 'Asks',
  transport: 'openai',
  body: z.object({ text: z.string() }),
  response: z.unknown(),
  bodyBytesMax: 2 * 1024 * 1024,
})
const thing = endpoint({
  method: 'GET',
  path: '/v1/things/{name}',
  auth: 'public',
  title: 'A thing',
  summary: 'A thing',
  transport: 'openai',
  params: z.object({ name: z.string() }),
  response: z.unknown(),
})

it('returns JSON without an envelope', async () => {
  const response = await setup({ answers: { kind: 'json', body: { id: 'x' } } }).post()
  expect(response.json()).toEqual({ id: 'x' })
})

it('sends chunks as events that end with [DONE], with the usual headers', async () => {
  const response = await setup({ answers: inChunks('{"a":1}', '{"a":2}') }).post()
  expect(response.body).toBe('data: {"a":1}\n\ndata: {"a":2}\n\ndata: [DONE]\n\n')
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-request-id': 'r1',
  })
})

it.each([
  ['unauthorized', {}, 401, 'invalid_request_error', 'invalid_api_key'],
  ['insufficient_funds', {}, 402, 'insufficient_quota', 'insufficient_quota'],
  ['key_budget_exceeded', {}, 402, 'insufficient_quota', 'insufficient_quota'],
  ['model_not_allowed', {}, 403, 'permission_error', 'model_not_allowed'],
  ['model_unknown', {}, 404, 'invalid_request_error', 'model_not_found'],
  ['context_exceeded', {}, 400, 'invalid_request_error', 'context_length_exceeded'],
  ['upstream_failed', {}, 502, 'server_error', 'upstream_failed'],
] as const)('returns %s in OpenAI’s shape', async (code, details, status, type, openAiCode) => {
  const response = await setup({ answers: new Refused(code, { details }) }).post()
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ error: { type, code: openAiCode } })
})

it('returns Retry-After when all endpoints are busy', async () => {
  const busy = new Refused('endpoints_busy', { details: { model: 'o/m', seconds: 3 } })
  const response = await setup({ answers: busy }).post()
  expect(response.statusCode).toBe(429)
  expect(response.headers['retry-after']).toBe('3')
  expect(response.json()).toMatchObject({ error: { type: 'rate_limit_error' } })
})

it('names the invalid field, and the unsupported parameter', async () => {
  const site = setup({})
  expect((await site.post('{"text":7}')).json()).toMatchObject({
    error: { param: 'text', code: 'invalid_input', type: 'invalid_request_error' },
  })
  const details = { parameter: 'n', why: 'one is made' }
  const refused = setup({ answers: new Refused('unsupported_parameter', { details }) })
  expect((await refused.post()).json()).toMatchObject({
    error: { param: 'n', message: 'n is not supported: one is made' },
  })
})

it('rejects malformed and oversized bodies in OpenAI’s shape, by the endpoint’s own limit', async () => {
  const site = setup({})
  const broken = await site.post('{"text":')
  expect(broken.statusCode).toBe(400)
  expect(broken.json()).toMatchObject({ error: { code: 'malformed_body' } })
  const large = await site.post(JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) }))
  expect(large.statusCode).toBe(413)
  expect(large.json()).toMatchObject({
    error: { message: 'The request exceeds the limit of 2 MiB.' },
  })
  const fine = await site.post(JSON.stringify({ text: 'x'.repeat(1_500_000) }))
  expect(fine.statusCode).toBe(200)
})

it('rejects a call without a key before anything is parsed', async () => {
  const response = await setup({}).app.inject({ method: 'POST', url: '/v1/asks', payload: {} })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({
    error: { code: 'invalid_api_key', message: expect.stringContaining('You didn’t provide') },
  })
})

it('sends a failure midway as an event, and ends without [DONE]', async () => {
  const answers = inChunks('{"a":1}', new Refused('upstream_failed'))
  const { body } = await setup({ answers }).post()
  const [first, second, ...rest] = body.split('\n\n')
  expect(first).toBe('data: {"a":1}')
  expect(JSON.parse(second?.slice('data: '.length) ?? '')).toMatchObject({
    error: { code: 'upstream_failed', type: 'server_error' },
  })
  expect(rest).toEqual([''])
})

it('aborts the handler at once when the reader leaves', async () => {
  const site = setup({ answers: 'endless' })
  const url = await site.app.listen({ port: 0 })
  const reading = new AbortController()
  const answer = await fetch(`${url}/v1/asks`, {
    ...asking,
    signal: reading.signal,
  })
  await answer.body?.getReader().read()
  const signal = site.signal()
  if (signal === undefined) throw new Error('nobody asked')
  const gone = once(signal, 'abort')
  reading.abort()
  await gone
  expect(signal.aborted).toBe(true)
  await site.app.close()
})

it.each(['/v1/things/org%2Fname', '/v1/things/org/name'])(
  'parses an id with a slash as one parameter: %s',
  async (url) => {
    const response = await setup({}).app.inject(url)
    expect(response.json()).toEqual({ name: 'org/name' })
  },
)

it('answers HEAD as GET, without the body', async () => {
  const response = await setup({}).app.inject({ method: 'HEAD', url: '/v1/things/name' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('application/json')
  expect(response.body).toBe('')
})

it('does not abort the signal after the response is sent', async () => {
  const site = setup({})
  const url = await site.app.listen({ port: 0 })
  await (await fetch(`${url}/v1/asks`, asking)).text()
  await site.app.close()
  expect(site.signal()?.aborted).toBe(false)
})

it('aborts running and later handlers when the server stops', async () => {
  const site = setup({ answers: 'endless' })
  const url = await site.app.listen({ port: 0 })
  const answer = await fetch(`${url}/v1/asks`, asking)
  site.stop.abort()
  expect(site.signal()?.aborted).toBe(true)
  expect(await answer.text()).toContain('"code":"not_ready"')
  await (await fetch(`${url}/v1/asks`, asking)).text()
  expect(site.signal()?.aborted).toBe(true)
  await site.app.close()
})

const asking = {
  method: 'POST',
  body: '{"text":"a"}',
  headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
}

type Answers = OpenAiAnswer<typeof ask> | Refused | 'endless'

function setup({ answers = { kind: 'json', body: {} } }: { answers?: Answers }) {
  const app = fastify()
  app.addHook(
    'onRequest',
    async (_request, reply) => void reply.raw.setHeader('x-request-id', 'r1'),
  )
  answerFailures(app)
  const stop = new AbortController()
  let signal: AbortSignal | undefined
  const routes = createRoutes<Pick<Ctx, 'actor' | 'settleAudit' | 'signal'>>({
    app,
    clock: createTestClock(),
    authenticator: {
      authenticate: async () => ({ kind: 'system' }),
      sessionSignal: (_actor, until) => until,
    },
    stopping: stop.signal,
    contextFor: ({ actor, signal: own }) => ({ actor, signal: own, settleAudit: async () => {} }),
  })
  routes.openai(ask, async (ctx) => {
    signal = ctx.signal
    if (answers instanceof Refused) throw answers
    return answers === 'endless' ? { kind: 'chunks', chunks: untilAborted(ctx.signal) } : answers
  })
  routes.openai(thing, async (_ctx, { params }) => ({ kind: 'json', body: params }))
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  return {
    app,
    stop,
    signal: () => signal,
    post: (payload = '{"text":"a"}') =>
      app.inject({ method: 'POST', url: '/v1/asks', payload, headers }),
  }
}

function inChunks(...chunks: (string | Error)[]): OpenAiAnswer<typeof ask> {
  async function* each() {
    for (const chunk of chunks) {
      if (chunk instanceof Error) throw chunk
      yield chunk
    }
  }
  return { kind: 'chunks', chunks: each() }
}

async function* untilAborted(signal: AbortSignal): AsyncGenerator<string, void> {
  yield '{"first":true}'
  if (!signal.aborted) await once(signal, 'abort')
  signal.throwIfAborted()
}
