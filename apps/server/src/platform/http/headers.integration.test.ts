import { once } from 'node:events'
import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { readConfig } from '@gridloom/server/config'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'

const https = readConfig({ PORT: '0', GRIDLOOM_URL: 'https://gridloom.example' }, [])

describe('every response', () => {
  it.each([
    ['a page', '/instance', 'page'],
    ['an answer', '/api/user/details', 'api'],
    ['a public answer', '/api/config', 'api'],
    ['an event stream', '/api/events', 'api'],
    ['a refusal', '/api/instances', 'api'],
    ['an address that is not there', '/api/nothing', 'api'],
    ['an address that cannot be decoded', '/api/%E0%A4%A', 'api'],
    ['an address with a NUL character', '/api/x%00', 'api'],
    ['an install script', '/install.sh', 'api'],
  ])('has the security headers: %s', async (_what, path, kind) => {
    await using server = await startServer()
    const headers = await headersOf(server, path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = policyIn(headers)
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    if (kind === 'api') return
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(policy.get('trusted-types')).not.toContain('*')
  })

  it('has the same headers where it is sent past the framework', async () => {
    await using server = await startServer({ rateLimits: 'on' })
    const names = [...(await headersOf(server, '/api/config')).keys()]
    expect(names).toEqual(expect.arrayContaining(['x-request-id', 'x-ratelimit-remaining']))
    expect([...(await headersOf(server, '/v1/models')).keys()]).toEqual(names)
  })

  it('enforces https in browsers only if the public address is https', async () => {
    await using plain = await startServer()
    await using secure = await startServer({ config: https })
    for (const path of ['/', '/api/config', '/api/%E0%A4%A']) {
      expect((await headersOf(plain, path)).get('strict-transport-security')).toBeNull()
      expect((await headersOf(secure, path)).get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      )
    }
  })

  it('is not readable by other sites', async () => {
    await using server = await startServer()
    const response = await fetch(`${server.url}/api/config`, {
      headers: { origin: 'https://evil.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('has its content type with its character set', async () => {
    await using server = await startServer()
    for (const path of ['/api/config', '/api/nothing', '/api/%E0%A4%A', '/install.sh'])
      expect((await headersOf(server, path)).get('content-type')).toMatch(/; charset=utf-8$/i)
  })
})

describe('data that may contain a token or personal data', () => {
  it.each([
    '/api/user/details',
    '/api/balance',
    '/api/user/sessions',
    '/api/events',
    '/api/nothing',
    '/models/chats',
    '/v1/models',
  ])('is not cached: %s', async (path) => {
    await using server = await startServer()
    expect((await headersOf(server, path)).get('cache-control')).toBe('no-store')
  })

  it('is never part of an address', () => {
    const secret = /token|secret|password|otp|api_?key|bearer|session_?id|proof/i
    const named = endpoints.flatMap(({ name, endpoint }) =>
      [...namesIn(endpoint.params), ...namesIn(endpoint.query)]
        // What tokens of a model cost is no secret.
        .filter((word) => secret.test(word) && !word.startsWith('token_price_'))
        .map((word) => `${name} ${word}`),
    )
    expect(named).toEqual([
      // The contract of a stablecoin.
      'payouts.quote token',
      // The address of a shared chat is its credential.
      'chat.readShared secret',
    ])
    expect(endpoints.flatMap(({ endpoint }) => namesIn(endpoint.query)).length).toBeGreaterThan(20)
  })
})

describe('a WebSocket', () => {
  const path = `/api/instances/ins_${'0'.repeat(26)}/terminal`

  it('is rejected for the page of another site', async () => {
    await using server = await startServer()
    for (const origin of ['https://evil.example', 'null'])
      expect(await openedFrom(server, { path, origin })).toBe(403)
  })

  it('is opened for our own page, also by its public address, and for programs', async () => {
    await using server = await startServer({ config: https })
    for (const origin of [server.url, https.publicUrl, undefined])
      expect(await openedFrom(server, { path, origin })).toBe(101)
  })
})

describe('the caller’s address behind a proxy', () => {
  it.each([
    [0, '127.0.0.1'],
    [1, '203.0.113.9'],
  ])(
    'is the one that the last %i proxies report, whatever the caller sends',
    async (trustProxy, address) => {
      await using server = await startServer({ config: { trustProxy } })
      const token = await openAccount(server, { access: true })
      await fetch(`${server.url}/api/user/logout`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': '198.51.100.1, 203.0.113.9',
        },
      })
      const { db } = server.container
      const entry = await db
        .selectFrom('audit_entries')
        .select('address')
        .where('action', '=', 'auth.logout')
        .executeTakeFirst()
      expect(entry?.address).toBe(address)
    },
  )
})

const endpoints = Object.entries(api).flatMap(([area, own]) =>
  Object.entries(own).map(([name, endpoint]: [string, Endpoint]) => ({
    name: `${area}.${name}`,
    endpoint,
  })),
)

function namesIn(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** The headers of a response to a signed-in user, without waiting for its body. */
async function headersOf(server: TestServer, path: string): Promise<Headers> {
  const token = await openAccount(server, { access: false })
  const stop = new AbortController()
  const { headers } = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  stop.abort()
  return headers
}

function policyIn(headers: Headers): Map<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split('; ')
  return new Map(
    directives.map((directive): [string, string] => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

/** The status of a page's attempt to open a socket. */
async function openedFrom(
  server: TestServer,
  { path, origin }: { path: string; origin: string | undefined },
): Promise<number> {
  const options = origin === undefined ? {} : { origin }
  const socket = new WebSocket(server.url.replace(/^http/, 'ws') + path, options)
  const refused = once(socket, 'unexpected-response').then(([, response]) =>
    Number(Object(response).statusCode),
  )
  const opened = once(socket, 'open').then(() => 101)
  // The promise that does not resolve rejects when the socket is terminated below.
  refused.catch(() => undefined)
  opened.catch(() => undefined)
  socket.on('error', () => undefined)
  return Promise.race([refused, opened]).finally(() => socket.terminate())
}
