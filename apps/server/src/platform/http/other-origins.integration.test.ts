import { startServer, type TestServer } from '@gridloom/testkit/server'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'

const origin = 'https://page.example'

describe('the page of another site', () => {
  it('may call the OpenAI-compatible API, with any headers of its client', async () => {
    await using server = await startServer()
    const asked = 'authorization, content-type, x-stainless-lang'
    const preflight = await call(server, 'OPTIONS', '/v1/chat/completions', {
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': asked,
      'access-control-max-age': '86400',
    })
  })

  it('can read its responses and errors, with the id of the request', async () => {
    await using server = await startServer()
    for (const [method, path, status] of [
      ['GET', '/v1/models', 200],
      ['POST', '/v1/chat/completions', 401],
      ['GET', '/v1/nothing', 404],
    ] as const) {
      const answer = await call(server, method, path)
      expect(answer.status).toBe(status)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('x-request-id'),
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
  })

  it('never sends a user’s credentials, as no response allows them', async () => {
    await using server = await startServer()
    const { headers } = await call(server, 'GET', '/v1/models')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it.each([
    ['OPTIONS', '/api/user/details'],
    ['GET', '/api/config'],
    ['OPTIONS', '/models/chats'],
    ['GET', '/models/text/models'],
    ['GET', '/v10/models'],
  ])('may call nothing else: %s %s', async (method, path) => {
    await using server = await startServer()
    const { headers } = await call(server, method, path)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})

describe('an unknown address of the OpenAI-compatible API', () => {
  it.each([
    ['GET', '/v1/nothing'],
    ['GET', '/v1'],
    ['GET', '/v1/chat/completions'],
    ['DELETE', '/v1/models'],
    ['GET', '/v1/models/%E0%A4%A'],
  ])('returns 404 in OpenAI’s shape: %s %s', async (method, path) => {
    await using server = await startServer()
    const answer = await call(server, method, path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({
      error: {
        message: expect.stringMatching(/\w/),
        type: 'invalid_request_error',
        param: null,
        code: 'not_found',
      },
    })
  })

  it('is a typed error in the official client', async () => {
    await using server = await startServer()
    const client = new OpenAI({ apiKey: 'glk_none', baseURL: `${server.url}/v1`, maxRetries: 0 })
    await expect(
      client.audio.speech.create({ model: 'm', voice: 'v', input: 'x' }),
    ).rejects.toThrow(OpenAI.NotFoundError)
  })
})

function call(server: TestServer, method: string, path: string, headers: object = {}) {
  return fetch(server.url + path, { method, headers: { origin, ...headers } })
}
