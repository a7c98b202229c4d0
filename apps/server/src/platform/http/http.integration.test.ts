import { once } from 'node:events'
import { connect } from 'node:net'
import { Failure } from '@gridloom/contract/core/replies'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

describe('the HTTP API', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['POST', '/api/health'],
    ['DELETE', '/api/instances'],
    ['GET', '/api/%E0%A4%A'],
    ['GET', `/api/instances/ins_${'0'.repeat(26)}/terminal`],
  ])('%s %s returns 404 in the contract’s shape', async (method, path) => {
    await using server = await startServer()
    const response = await fetch(server.url + path, { method })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ status: 'error', code: 'not_found' })
  })

  it('answers HEAD as GET without the body, and opens no stream for it', async () => {
    await using server = await startServer()
    const token = await openAccount(server, { access: true })
    const head = (path: string) =>
      fetch(server.url + path, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })
    expect((await head('/api/health')).status).toBe(200)
    expect((await head('/api/nothing')).status).toBe(404)
    expect((await head('/api/events')).status).toBe(404)
    expect((await head(`/api/instances/ins_${'0'.repeat(26)}/logs/download`)).status).toBe(404)
  })

  it.each([
    ['{"email":', 'application/json', 400, 'malformed_body'],
    ['', 'application/json', 400, 'malformed_body'],
    ['{"__proto__":{"role":"operator"}}', 'application/json', 400, 'malformed_body'],
    ['email=x', 'application/x-www-form-urlencoded', 415, 'unsupported_type'],
    ['hello', 'text/plain', 415, 'unsupported_type'],
    [`{"email":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'too_large'],
  ])('rejects an invalid body (%#)', async (body, type, status, code) => {
    await using server = await startServer()
    const headers = { 'content-type': type }
    const response = await fetch(`${server.url}/api/user/login`, { method: 'POST', body, headers })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ status: 'error', code })
  })

  it.each([
    ['GET', '/v1/nothing', 404, 'not_found'],
    ['POST', '/v1/chat/completions', 401, 'invalid_api_key'],
    ['GET', '/v1/models/acme/unheard-of', 404, 'model_not_found'],
  ])('%s %s fails in OpenAI’s shape', async (method, path, status, code) => {
    await using server = await startServer()
    const response = await fetch(server.url + path, { method })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code, message: expect.any(String) } })
  })

  it('rejects a body that is not UTF-8', async () => {
    await using server = await startServer()
    const response = await fetch(`${server.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'malformed_body' })
  })

  it('names every unknown field, whatever its name', async () => {
    await using server = await startServer()
    const names = ['constructor', 'toString', 'role']
    const response = await fetch(`${server.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
    })
    const { fields } = Failure.parse(await response.json())
    for (const name of names) expect(Object.hasOwn(fields ?? {}, name), name).toBe(true)
  })

  it('returns Retry-After to a caller over the rate limit, and counts callers separately', async () => {
    await using server = await startServer({ rateLimits: 'on' })
    const token = await openAccount(server, { access: true })
    const ask = () =>
      fetch(`${server.url}/api/offers/explain`, { headers: { authorization: `Bearer ${token}` } })
    const statuses = new Map<number, Response>()
    for (let call = 0; call < 121; call++) {
      const response = await ask()
      statuses.set(response.status, response)
    }
    const refused = statuses.get(429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({ code: 'too_many_requests' })
    const other = await openAccount(server, { access: true })
    const fine = await fetch(`${server.url}/api/offers/explain`, {
      headers: { authorization: `Bearer ${other}` },
    })
    expect(fine.status).toBe(200)
  })

  it('limits one address that guesses tokens', async () => {
    await using server = await startServer({ rateLimits: 'on' })
    const guess = async () => {
      const headers = { authorization: `Bearer ${crypto.randomUUID()}` }
      return (await fetch(`${server.url}/api/user/details`, { headers })).status
    }
    const statuses = new Set<number>()
    for (let round = 0; round < 43; round++)
      for (const status of await Promise.all(Array.from({ length: 15 }, guess)))
        statuses.add(status)
    expect([...statuses].sort()).toEqual([401, 429])
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  })
})

describe('an upgrade', () => {
  it.each(['__proto__', 'constructor', 'toString', 'h2c'])(
    'to the unsupported protocol %s is treated as an ordinary request',
    async (protocol) => {
      await using server = await startServer()
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      socket.write(
        `GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`,
      )
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
      socket.destroy()
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    },
  )
})

describe('a socket', () => {
  it.each([
    ['not JSON', 'malformed_body'],
    ['{"kind":"open"}', 'invalid_input'],
    [openWith('no token of ours'), 'unauthorized'],
  ])('receives the reason when it is rejected: %s', async (frame, code) => {
    await using server = await startServer()
    const socket = terminalOf(server)
    await once(socket, 'open')
    socket.send(frame)
    const [received] = await once(socket, 'message')
    expect(JSON.parse(String(received))).toMatchObject({ kind: 'refused', code })
    expect((await once(socket, 'close'))[0]).toBe(1008)
  })

  it('returns not_found for another account’s instance', async () => {
    await using server = await startServer()
    const token = await openAccount(server, { access: true })
    const socket = terminalOf(server)
    await once(socket, 'open')
    socket.send(openWith(token))
    const [received] = await once(socket, 'message')
    expect(JSON.parse(String(received))).toMatchObject({ kind: 'refused', code: 'not_found' })
  })

  it('is closed when it sends too much at once, and the server continues', async () => {
    await using server = await startServer()
    const socket = terminalOf(server)
    await once(socket, 'open')
    socket.send(Buffer.alloc(2 * 1024 * 1024))
    await once(socket, 'close')
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  })

  it('does not delay the server’s stop, even without a close from its peer', async () => {
    const server = await startServer()
    const { hostname, port } = new URL(server.url)
    const silent = connect(Number(port), hostname)
    silent.write(
      [
        `GET /api/instances/ins_${'0'.repeat(26)}/terminal HTTP/1.1`,
        'host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13',
        'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      ].join('\r\n'),
    )
    const [answer] = await once(silent, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 101 /)
    const startedMs = performance.now()
    await server[Symbol.asyncDispose]()
    expect(performance.now() - startedMs).toBeLessThan(8_000)
    silent.destroy()
  })
})

describe('an event stream', () => {
  it('ends for its reader when the server stops', async () => {
    const server = await startServer()
    const token = await openAccount(server, { access: true })
    const response = await fetch(`${server.url}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const ended = response.text()
    await server[Symbol.asyncDispose]()
    expect(await ended).toContain(': open')
  })

  it('is rejected like any call before it begins', async () => {
    await using server = await startServer()
    const response = await fetch(`${server.url}/api/events`)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'unauthorized' })
  })
})

function terminalOf({ url }: TestServer): WebSocket {
  return new WebSocket(`${url.replace('http', 'ws')}/api/instances/ins_${'0'.repeat(26)}/terminal`)
}

function openWith(token: string): string {
  return JSON.stringify({ kind: 'open', token, columns: 80, rows: 24 })
}
