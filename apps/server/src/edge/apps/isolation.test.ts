import { describe, expect, it } from 'vitest'
import { labelOf, nobody, startAppsSite } from '../../../test/apps-site.ts'
import { divideCookies, ownCookieOf, portCookieNames } from './cookies.ts'

const key = 'k'.repeat(43)

describe('the app at a port address', () => {
  it('receives no credential of ours, and its own cookies and authorization unchanged', async () => {
    await using site = await startAppsSite({
      apps: { 8888: (_request, response) => response.end() },
    })
    await site.visit(8888, {
      headers: {
        cookie: `a=1; gridloom-port=${key}; b="2"; gridloom-port-attempt=x; __Host-gridloom-port=y`,
        'x-gridloom-token': 'glk_secret',
        authorization: 'Bearer own',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'console.test',
        'x-real-ip': '10.0.0.1',
        forwarded: 'for=10.0.0.1',
      },
    })
    const [received] = site.requests
    expect(received?.headers).toMatchObject({
      cookie: 'a=1; b="2"',
      authorization: 'Bearer own',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': `${labelOf(8888)}.apps.test`,
    })
    expect(received?.headers).not.toHaveProperty('forwarded')
    expect(JSON.stringify(received?.rawHeaders)).not.toMatch(/glk_|kkkk|10\.0\.0\.1|attempt/)
    expect(site.questions[0]).toMatchObject({ cookies: [key], token: 'glk_secret' })
  })

  it('learns the visitor’s address from as many proxies as are trusted, and from no other', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' }
    for (const [trustProxy, visitor] of [
      [0, '127.0.0.1'],
      [1, '198.51.100.7'],
    ] as const) {
      await using site = await startAppsSite({
        apps: { 8888: (_request, response) => response.end() },
        trustProxy,
      })
      await site.visit(8888, { headers })
      expect(site.requests[0]?.headers).toMatchObject({ 'x-forwarded-for': visitor })
      expect(site.questions[0]?.visitor).toBe(visitor)
    }
  })

  it('sets cookies for its own address alone, and none of ours', async () => {
    const cookies = [
      'plain=1',
      'tossed=1; Domain=apps.test; Path=/',
      'token=stolen; path=/; domain = .test ; Secure',
      'gridloom-port=evil',
      '__Host-gridloom-port=evil; Path=/; Secure',
      '=gridloom-port=evil',
      ' GRIDLOOM-PORT =evil',
    ]
    await using site = await startAppsSite({
      apps: { 8888: (_request, response) => response.setHeader('set-cookie', cookies).end() },
    })
    const { headers } = await site.visit(8888)
    expect(headers['set-cookie']).toEqual([
      'plain=1',
      'tossed=1; Path=/',
      'token=stolen; path=/; Secure',
    ])
  })

  it('redirects where it likes: the visitor’s credential stays at the address', async () => {
    const location = 'http://console.test/account?x=1'
    await using site = await startAppsSite({
      apps: { 8888: (_request, response) => response.writeHead(302, { location }).end() },
    })
    const answer = await site.visit(8888, { headers: { cookie: `gridloom-port=${key}` } })
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(location)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.headers).not.toHaveProperty('content-security-policy')
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })

  it('shares no connection with another port, or with another visitor', async () => {
    await using site = await startAppsSite({
      apps: {
        8888: (_r, response) => response.end('one'),
        9999: (_r, response) => response.end('two'),
      },
      admit: (question) => ({ ...site.admitted(question), accessKey: question.token ?? 'public' }),
    })
    for (let times = 0; times < 3; times++) {
      expect((await site.visit(8888)).text).toBe('one')
      expect((await site.visit(9999)).text).toBe('two')
      expect((await site.visit(8888, { headers: { 'x-gridloom-token': 'a' } })).text).toBe('one')
    }
    expect(site.connections).toHaveLength(3)
  })

  it('gets no request with a visitor’s credential that another page made', async () => {
    await using site = await startAppsSite({
      apps: { 8888: (_request, response) => response.end() },
      admit: (question) => (question.cookies.length > 0 ? site.admitted(question) : nobody),
    })
    const own = { cookie: `gridloom-port=${key}`, host: site.host(8888) }
    const sibling = `http://${labelOf(9999)}.apps.test`
    const statusOf = async (headers: Record<string, string>, method = 'GET') =>
      (await site.visit(8888, { method, headers: { ...own, ...headers } })).status
    expect(
      await statusOf(
        { origin: `http://${site.host(8888)}`, 'sec-fetch-site': 'same-origin' },
        'POST',
      ),
    ).toBe(200)
    expect(await statusOf({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(200)
    const opened = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }
    expect(await statusOf({ ...opened, 'sec-fetch-dest': 'document' })).toBe(200)
    expect(await statusOf({ ...opened, 'sec-fetch-dest': 'iframe' })).toBe(401)
    expect(await statusOf({ ...opened, 'sec-fetch-dest': 'document' }, 'POST')).toBe(401)
    expect(await statusOf({ origin: sibling }, 'POST')).toBe(401)
    expect(await statusOf({ origin: 'null' }, 'POST')).toBe(401)
    expect(await statusOf({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(401)
  })
})

describe('cookies', () => {
  const names = portCookieNames('http')

  it('are all tried, up to three, as a sibling may have added one', () => {
    const header = ['a', 'b', 'c', 'd'].map((value) => `gridloom-port=${value}`).join('; ')
    expect(divideCookies(header, names)).toEqual({
      access: ['a', 'b', 'c'],
      attempt: undefined,
      rest: undefined,
    })
  })

  it('that are no pairs stay as they are', () => {
    expect(divideCookies('a; =b; c=d=e;', names).rest).toBe('a; =b; c=d=e;')
    expect(ownCookieOf('a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT')).toBe(
      'a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    )
  })
})
