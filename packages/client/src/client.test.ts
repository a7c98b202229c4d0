import { describe, expect, it } from 'vitest'
import { type Answer, bodyOf, refuse, reply, startStandIn } from '../test/stand-in-server.ts'
import { ApiError, isAbort, NetworkError } from './api-error.ts'
import { type ClientOptions, createClient } from './client.ts'
import { throwOnMismatch } from './reply.ts'
import { memoryTokens } from './tokens.ts'

const id = 'ins_01jd3v8q6f7g8h9jkmnpqrstvw'
const details = {
  account_id: 'acc_01jd3v8q6f7g8h9jkmnpqrstvw',
  username: 'ada',
  name: null,
  email: 'ada@example.com',
  email_verified: true,
  profile_path: null,
  has_entered_referral_code: true,
  has_password: true,
  role: 'user',
  is_kol: false,
  dismissed_tours: [],
  active_company: null,
}

describe('a call', () => {
  it('fills parameters and query into the URL and unwraps the data', async () => {
    await using world = await setup((_, response) => reply(response, 200, ok([])))
    const lines = await world.client.instances.logs({
      params: { id },
      query: { tail: 5, search: 'a b' },
    })
    expect(lines).toEqual([])
    expect(world.server.asked).toEqual([`GET /api/instances/${id}/logs?tail=5&search=a+b`])
  })

  it('resolves with the object itself for a bare endpoint', async () => {
    await using world = await setup((_, response) => reply(response, 200, { status: 'ok' }))
    expect(await world.client.system.health()).toEqual({ status: 'ok' })
  })

  it('resolves with responses of the OpenAI API, and reads its errors', async () => {
    const listed = { object: 'list', data: [] }
    await using world = await setup((request, response) => {
      if (request.method === 'GET') return reply(response, 200, listed)
      const error = { message: 'All are full.', type: 'rate_limit_error', param: null }
      response.setHeader('retry-after', '3')
      reply(response, 429, { error: { ...error, code: 'endpoints_busy' } })
    })
    expect(await world.client.openai.models()).toEqual(listed)
    const body = { model: 'a/b', messages: [{ role: 'user' as const, content: 'Hi' }] }
    await expect(world.client.openai.chatCompletions({ body })).rejects.toMatchObject({
      code: 'endpoints_busy',
      status: 429,
      message: 'All are full.',
      retryAfterS: 3,
    })
  })

  it.each([
    [404, 'model_not_found', 'model', 'not_found', {}],
    [402, 'insufficient_quota', null, 'insufficient_funds', {}],
    [400, 'invalid_input', 'n', 'invalid_input', { n: 'said' }],
    [500, null, null, 'internal', {}],
  ])('maps OpenAI’s error %s %s to a code of ours', async (status, code, param, ours, fields) => {
    const error = { message: 'said', type: 'server_error', param, code }
    await using world = await setup((_, response) => reply(response, status, { error }))
    await expect(world.client.openai.models()).rejects.toMatchObject({ code: ours, fields })
  })

  it('sends the body as JSON with the bearer token', async () => {
    let seen = {}
    await using world = await setup(async (request, response) => {
      const { authorization, 'content-type': type } = request.headers
      seen = { authorization, type, body: JSON.parse(await bodyOf(request)) }
      reply(response, 200, ok({ starting_credit_micro_usd: 7, platform_fee_basis_points: 1_000 }))
    })
    await world.client.operator.writeSettings({ body: { starting_credit_micro_usd: 7 } })
    expect(seen).toEqual({
      authorization: 'Bearer first',
      type: 'application/json',
      body: { starting_credit_micro_usd: 7 },
    })
  })

  it('sends no token to a public endpoint that has no use for it', async () => {
    const seen: (string | undefined)[] = []
    await using world = await setup((request, response) => {
      seen.push(request.headers.authorization)
      reply(response, 200, ok({ known: true, token: 't' }))
    })
    await world.client.accounts.knownAccessCode({ params: { code: 'beta' } })
    await world.client.auth.verifyOtp({ body: { email: 'a@b.c', otp: '123456' } })
    expect(seen).toEqual([undefined, 'Bearer first'])
  })

  it('resolves with the response itself for a file', async () => {
    await using world = await setup((_, response) => void response.end('line 1\n'))
    const file = await world.client.instances.downloadLogs({ params: { id } })
    expect(await file.text()).toBe('line 1\n')
  })

  it('rejects a response that violates the contract, but accepts a new field', async () => {
    let body: object = { ...details, since: 'a newer server' }
    await using world = await setup((_, response) => reply(response, 200, ok(body)))
    expect(await world.client.accounts.details()).toMatchObject({ username: 'ada' })
    body = { ...details, role: 'queen' }
    await expect(world.client.accounts.details()).rejects.toThrow(/role/)
  })
})

describe('the three hosts', () => {
  it('are paths of the default API until they have addresses of their own', async () => {
    await using world = await setup((_, response) => reply(response, 200, { models: [] }))
    await world.client.models.list()
    expect(world.server.asked).toEqual(['GET /models/text/models'])
  })

  it('each get their own calls, with the bearer token', async () => {
    const tokens: (string | undefined)[] = []
    await using models = await startStandIn((request, response) => {
      tokens.push(request.headers.authorization)
      reply(response, 200, { models: [], chat_labels: [], total: 0, status: 'ok' })
    })
    await using world = await setup((_, response) => reply(response, 200, ok([])), {
      hosts: { models: `${models.url}/base/` },
    })
    await world.client.models.list()
    await world.client.chat.list()
    await world.client.templates.list()
    expect(models.asked).toEqual(['GET /base/text/models', 'GET /base/chats'])
    expect(tokens).toEqual([undefined, 'Bearer first'])
    expect(world.server.asked).toEqual(['GET /api/templates'])
  })

  it('can be switched for one call', async () => {
    await using content = await startStandIn((_, response) =>
      reply(response, 200, { status: 'ok' }),
    )
    await using world = await setup(() => undefined, { hosts: { content: content.url } })
    await world.client.system.health({ host: 'content' })
    expect(content.asked).toEqual(['GET /api/health'])
    expect(world.server.asked).toEqual([])
  })
})

describe('an error response', () => {
  it('has code, status, text, fields, details and the wait', async () => {
    await using world = await setup((_, response) => {
      response.setHeader('retry-after', '7')
      refuse(response, 429, 'too_many_requests', { fields: { a: 'b' }, details: { seconds: 7 } })
    })
    const error = await world.client.ledger.balance().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      message: 'text of too_many_requests',
      fields: { a: 'b' },
      details: { seconds: 7 },
      retryAfterS: 7,
    })
  })

  it('is mapped by its status when the body has another format', async () => {
    await using world = await setup((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    })
    await expect(world.client.ledger.balance()).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('drops the token and calls onSignedOut when the session has ended', async () => {
    await using world = await setup((_, response) => refuse(response, 401, 'unauthorized'))
    await expect(world.client.ledger.balance()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(world.tokens.read()).toBeUndefined()
    expect(world.signedOut()).toBe(1)
  })
})

describe('a missing response', () => {
  it('is a NetworkError when nothing listens', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', tokens: memoryTokens() })
    await expect(client.system.health()).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('is a NetworkError after the time limit of the client, or of the call', async () => {
    await using limited = await setup(() => undefined, { timeoutMs: 50 })
    await expect(limited.client.system.health()).rejects.toMatchObject({ kind: 'timeout' })
    await using world = await setup(() => undefined)
    const call = world.client.system.health({ timeoutMs: 50 })
    await expect(call).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('is waited for without a time limit unless one is set', async () => {
    const limits: number[] = []
    const clock = {
      after(delayMs: number) {
        limits.push(delayMs)
        return () => undefined
      },
    }
    await using world = await setup((_, response) => reply(response, 200, ok([])), { clock })
    await world.client.templates.list()
    await world.client.instances.downloadLogs({ params: { id } })
    expect(limits).toEqual([])
  })

  it('is a NetworkError when a body stops halfway', async () => {
    await using world = await setup(
      (_, response) => {
        response.writeHead(200)
        response.write('{"sta')
      },
      { timeoutMs: 50 },
    )
    await expect(world.client.system.health()).rejects.toBeInstanceOf(NetworkError)
  })

  it('is an AbortError when the caller aborted the call', async () => {
    await using world = await setup(() => undefined)
    const ending = new AbortController()
    const call = world.client.system.health({ signal: ending.signal })
    ending.abort()
    expect(isAbort(await call.catch((reason: unknown) => reason))).toBe(true)
  })
})

describe('an expired token', () => {
  it('is refreshed once for ten concurrent calls', async () => {
    await using world = await setup(rotatingServer())
    const calls = Array.from({ length: 10 }, () => world.client.accounts.details())
    expect((await Promise.all(calls)).map((who) => who.username)).toEqual(Array(10).fill('ada'))
    expect(world.server.asked.filter((line) => line === 'GET /api/refresh')).toHaveLength(1)
    expect(world.tokens.read()).toBe('second')
  })

  it('is not refreshed when another tab has already done it', async () => {
    const serve = rotatingServer()
    await using world = await setup((request, response) => {
      world.tokens.write('second')
      return serve(request, response)
    })
    expect(await world.client.accounts.details()).toMatchObject({ username: 'ada' })
    expect(world.server.asked).not.toContain('GET /api/refresh')
  })

  it('is read from the store when another process refreshed it first', async () => {
    await using world = await setup((request, response) => {
      if (request.headers.authorization === 'Bearer second') {
        return reply(response, 200, ok(details))
      }
      refuse(response, 403, 'token_expired')
      if (request.url === '/api/refresh') setImmediate(() => world.tokens.write('second'))
    })
    expect(await world.client.accounts.details()).toMatchObject({ username: 'ada' })
    expect(world.signedOut()).toBe(0)
  })

  it('is retried only once', async () => {
    await using world = await setup((request, response) => {
      if (request.url === '/api/refresh') {
        return reply(response, 200, { status: 'success', token: 'second' })
      }
      refuse(response, 403, 'token_expired')
    })
    await expect(world.client.accounts.details()).rejects.toMatchObject({ code: 'token_expired' })
    expect(world.server.asked).toHaveLength(3)
  })

  it('ends the session when it cannot be refreshed', async () => {
    await using world = await setup((request, response) => {
      const refreshing = request.url === '/api/refresh'
      refuse(response, refreshing ? 401 : 403, refreshing ? 'unauthorized' : 'token_expired')
    })
    await expect(world.client.accounts.details()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(world.tokens.read()).toBeUndefined()
    expect(world.signedOut()).toBe(1)
  })

  it('is kept when the server cannot refresh it now', async () => {
    await using world = await setup((request, response) => {
      if (request.url === '/api/refresh') return refuse(response, 503, 'not_ready')
      refuse(response, 403, 'token_expired')
    })
    await expect(world.client.accounts.details()).rejects.toMatchObject({ code: 'not_ready' })
    expect(world.tokens.read()).toBe('first')
  })
})

function ok(body: unknown) {
  return { status: 'success', data: body }
}

/** Accepts only the token `second`, which one refresh of `first` returns; a replay ends the session. */
function rotatingServer(): Answer {
  let rotated = false
  return (request, response) => {
    const token = request.headers.authorization
    if (request.url === '/api/refresh') {
      if (rotated) return refuse(response, 401, 'unauthorized')
      rotated = true
      return reply(response, 200, { status: 'success', token: 'second' })
    }
    if (token !== 'Bearer second') return refuse(response, 403, 'token_expired')
    reply(response, 200, ok(details))
  }
}

async function setup(answer: Answer, options: Partial<ClientOptions> = {}) {
  const server = await startStandIn(answer)
  const tokens = memoryTokens('first')
  let signedOut = 0
  const client = createClient({
    baseUrl: server.url,
    tokens,
    onMismatch: throwOnMismatch,
    onSignedOut: () => {
      signedOut += 1
    },
    ...options,
  })
  return {
    server,
    tokens,
    client,
    signedOut: () => signedOut,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
