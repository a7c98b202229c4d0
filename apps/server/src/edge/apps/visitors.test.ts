import { hash } from 'node:crypto'
import { createTestClock } from '@gridloom/async/test-clock'
import { Refused } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { labelOf, nobody, startAppsSite, theInstance } from '../../../test/apps-site.ts'
import type { Unserved, UnservedReason } from './admission.ts'

const page = { accept: 'text/html' }
const app = {
  8888: (_request: unknown, response: { end(text: string): void }) => response.end('app'),
}

describe('a visitor whom nothing admits', () => {
  it('is sent to the console with the path, and comes back to it with a cookie of this address alone', async () => {
    const redeemed: unknown[] = []
    await using site = await startAppsSite({
      apps: app,
      scheme: 'https',
      admit: (question) => (question.cookies[0] === 'good' ? site.admitted(question) : nobody),
      async redeem(redemption) {
        redeemed.push(redemption)
        return { cookie: 'good', maxAgeS: 600 }
      },
    })
    const sent = await site.visit(8888, { path: '/lab?a=1', headers: page })
    expect(sent.status).toBe(302)
    const location = new URL(sent.headers.location ?? '')
    const [attemptCookie = ''] = sent.headers['set-cookie'] ?? []
    const attempt = /^__Host-gridloom-port-attempt=([\w-]{43});/.exec(attemptCookie)?.[1] ?? ''
    expect(attemptCookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(location.origin + location.pathname).toBe('https://console.test/ports/open')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      address: labelOf(8888),
      path: '/lab?a=1',
      state: hash('sha256', attempt, 'hex'),
    })
    const code = 'c'.repeat(43)
    const back = await site.visit(8888, {
      path: `/.gridloom/sign-in?code=${code}&path=%2Flab%3Fa%3D1`,
      headers: { ...page, cookie: `__Host-gridloom-port-attempt=${attempt}` },
    })
    expect(back.status).toBe(303)
    expect(back.headers.location).toBe(`https://${site.host(8888)}/lab?a=1`)
    expect(back.headers['set-cookie']).toEqual([
      '__Host-gridloom-port=good; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure',
      '__Host-gridloom-port-attempt=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    ])
    expect(redeemed).toEqual([{ label: labelOf(8888), code, attempt }])
    const opened = await site.visit(8888, { headers: { cookie: '__Host-gridloom-port=good' } })
    expect(opened.text).toBe('app')
    expect(site.requests).toHaveLength(1)
  })

  it.each([
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    '/.gridloom/sign-in',
    '/a\r\nX: y',
    'x',
  ])('returns to no other place: %j', async (path) => {
    await using site = await startAppsSite({
      apps: app,
      redeem: async () => ({ cookie: 'good', maxAgeS: 1 }),
    })
    const query = new URLSearchParams({ code: 'c'.repeat(43), path })
    const back = await site.visit(8888, {
      path: `/.gridloom/sign-in?${query}`,
      headers: { cookie: `gridloom-port-attempt=${'a'.repeat(43)}` },
    })
    const { host, pathname } = new URL(back.headers.location ?? '')
    expect(host).toBe(site.host(8888))
    expect(pathname).not.toMatch(/gridloom/)
  })

  it('gets no cookie for a code of another browser, or that is not valid', async () => {
    let asked = 0
    await using site = await startAppsSite({
      apps: app,
      redeem: async () => {
        asked += 1
        return undefined
      },
    })
    const path = `/.gridloom/sign-in?code=${'c'.repeat(43)}`
    const withoutAttempt = await site.visit(8888, { path, headers: page })
    expect(withoutAttempt).toMatchObject({ status: 403 })
    expect(asked).toBe(0)
    const cookie = `gridloom-port-attempt=${'a'.repeat(43)}`
    const invalid = await site.visit(8888, { path, headers: { ...page, cookie } })
    expect(invalid).toMatchObject({ status: 403 })
    expect(invalid.headers).not.toHaveProperty('set-cookie')
    expect(asked).toBe(1)
  })

  it('gets JSON where it is a program, and no redirect for what is no page', async () => {
    await using site = await startAppsSite({ apps: app, admit: () => nobody })
    const programs = await site.visit(8888, { headers: { accept: '*/*' } })
    expect(programs.status).toBe(401)
    expect(JSON.parse(programs.text)).toMatchObject({ code: 'unauthorized' })
    const script = { ...page, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    expect((await site.visit(8888, { headers: script })).status).toBe(401)
    expect((await site.visit(8888, { method: 'POST', headers: page })).status).toBe(401)
  })

  it('is slowed down after hundreds of attempts', async () => {
    const clock = createTestClock()
    await using site = await startAppsSite({ apps: app, clock, admit: () => nobody })
    const statuses = new Set<number>()
    for (let times = 0; times < 305; times++)
      statuses.add(
        (await site.visit(8888, { headers: { 'x-gridloom-token': `x${times}` } })).status,
      )
    expect([...statuses]).toEqual([401, 429])
    await clock.jump(60_000)
    expect((await site.visit(8888)).status).toBe(401)
  })
})

describe('a link', () => {
  it('admits with its key, which the app does not see', async () => {
    const key = `gll_${'k'.repeat(43)}`
    const clock = createTestClock()
    await using site = await startAppsSite({
      apps: app,
      clock,
      admit: (question) =>
        question.cookies.includes(key)
          ? { ...site.admitted(question), untilMs: clock.now().getTime() + 60_000 }
          : nobody,
    })
    const opened = await site.visit(8888, {
      path: `/.gridloom/link?key=${key}&path=/a`,
      headers: page,
    })
    expect(opened).toMatchObject({ status: 303 })
    expect(opened.headers.location).toBe(`http://${site.host(8888)}/a`)
    expect(opened.headers['set-cookie']).toEqual([
      `gridloom-port=${key}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`,
    ])
    expect((await site.visit(8888, { headers: { cookie: `gridloom-port=${key}` } })).text).toBe(
      'app',
    )
    expect(site.requests.map(({ url, headers }) => [url, headers.cookie])).toEqual([
      ['/', undefined],
    ])
    for (const other of ['gll_wrong', `${'k'.repeat(30)};Domain=test`, '']) {
      const path = `/.gridloom/link?key=${encodeURIComponent(other)}`
      const refused = await site.visit(8888, { path, headers: page })
      expect(refused).toMatchObject({ status: 403 })
      expect(refused.headers).not.toHaveProperty('set-cookie')
    }
  })
})

describe('a page of ours', () => {
  const reasons: readonly [UnservedReason, number, RegExp][] = [
    ['stopped', 503, /Instance stopped/],
    ['starting', 503, /http-equiv="refresh"/],
    ['failed', 503, /Instance failed/],
    ['machine_offline', 503, /Machine offline/],
    ['no_access', 403, /No access/],
  ]
  it.each(reasons)('says why an address does not answer: %s', async (reason, status, wanted) => {
    const answer: Unserved = { kind: 'unserved', reason, untilMs: null, subjects: [theInstance] }
    await using site = await startAppsSite({ apps: app, admit: () => answer })
    const shown = await site.visit(8888, { headers: page })
    expect(shown.status).toBe(status)
    expect(shown.text).toMatch(wanted)
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8')
    const program = await site.visit(8888)
    expect(program.status).toBe(status)
    expect(Object.keys(JSON.parse(program.text))).toEqual(['code', 'error'])
    expect(site.requests).toEqual([])
  })

  it('names the ports that do answer where nothing listens', async () => {
    await using site = await startAppsSite({ apps: app })
    const shown = await site.visit(7777, { headers: { ...page, host: site.host(7777) } })
    expect(shown.status).toBe(502)
    expect(shown.text).toContain('Nothing is listening on port 7777')
    expect(shown.text).toContain(`<a href="http://${site.host(8888)}">Port 8888</a>`)
  })

  it('names no other port to a guest', async () => {
    await using site = await startAppsSite({
      apps: app,
      admit: (question) => ({ ...site.admitted(question), audience: 'guest' }),
    })
    const shown = await site.visit(7777, { headers: { ...page, host: site.host(7777) } })
    expect(shown.text).toContain('Nothing is listening on port 7777')
    expect(shown.text).not.toContain('8888')
  })

  it.each([
    ['the machine is offline', 'machine_offline', 503],
    ['the machine has too many streams', 'too_many_requests', 503],
  ] as const)('says that %s', async (_what, code, status) => {
    const dial = () => Promise.reject(new Refused(code))
    await using site = await startAppsSite({ apps: app, dial })
    expect((await site.visit(8888, { headers: page })).status).toBe(status)
  })

  it('ends the wait for a machine that accepts nothing after ten seconds', async () => {
    const clock = createTestClock()
    const asked = Promise.withResolvers<AbortSignal>()
    const dial = (_target: unknown, signal: AbortSignal) => {
      asked.resolve(signal)
      return new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    }
    await using site = await startAppsSite({ apps: app, clock, dial })
    const shown = site.visit(8888, { headers: page })
    await asked.promise
    await clock.advance(10_000)
    expect((await shown).status).toBe(504)
  })

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['nothing', ''],
  ])('says that the program speaks no HTTP: %s', async (_what, greeting) => {
    await using site = await startAppsSite({
      raw: true,
      apps: { 8888: (socket: { end(text: string): void }) => socket.end(greeting) },
    })
    expect(await site.visit(8888, { headers: page })).toMatchObject({ status: 502 })
  })

  it('is the same for every host that is no port address', async () => {
    await using site = await startAppsSite({ apps: app })
    const hosts = [
      'apps.test',
      'x.apps.test',
      `${labelOf(8888)}.other.test`,
      `0-${labelOf(1)}.apps.test`,
    ]
    for (const host of hosts) {
      const shown = await site.visit(8888, { headers: { ...page, host } })
      expect([host, shown.status, /Address not found/.test(shown.text)]).toEqual([host, 404, true])
    }
    expect(site.questions).toEqual([])
  })
})

describe('limits', () => {
  it('refuse what an account has open beyond its maximum', async () => {
    await using site = await startAppsSite({
      apps: { 8888: (_request, response) => void response.writeHead(200).flushHeaders() },
      limits: { openPerAccount: 1 },
    })
    const socket = await site.connect()
    socket.write(`GET / HTTP/1.1\r\nHost: ${site.host(8888)}\r\n\r\n`)
    await expect.poll(() => site.server.open()).toBe(1)
    expect((await site.visit(8888)).status).toBe(503)
    socket.destroy()
    await expect.poll(() => site.server.open()).toBe(0)
  })

  it('let requests wait for a stream of their port, at most as long as a connection may take', async () => {
    const clock = createTestClock()
    await using site = await startAppsSite({
      apps: { 8888: (_request, response) => void response.writeHead(200).flushHeaders() },
      clock,
      limits: { streamsPerPort: 1 },
    })
    const socket = await site.connect()
    socket.write(`GET / HTTP/1.1\r\nHost: ${site.host(8888)}\r\n\r\n`)
    await expect.poll(() => site.requests.length).toBe(1)
    const waiting = site.visit(8888)
    await expect.poll(() => site.server.open()).toBe(2)
    await clock.advance(10_000)
    expect((await waiting).status).toBe(504)
    socket.destroy()
  })
})

describe('an admission', () => {
  it('is asked for once for many requests, and again after a second or a change', async () => {
    const clock = createTestClock()
    await using site = await startAppsSite({ apps: app, clock })
    await Promise.all([site.visit(8888), site.visit(8888)])
    await site.visit(8888)
    expect(site.questions).toHaveLength(1)
    await clock.jump(1_001)
    await site.visit(8888)
    expect(site.questions).toHaveLength(2)
    site.publish({ subject: theInstance })
    await site.visit(8888)
    expect(site.questions).toHaveLength(3)
  })

  it('that a change overtakes on its way is asked for again', async () => {
    let access = 'open'
    const first = Promise.withResolvers<void>()
    await using site = await startAppsSite({
      apps: app,
      async admit(question) {
        if (access === 'closed') return nobody
        await first.promise
        return site.admitted(question)
      },
    })
    const visit = site.visit(8888)
    await expect.poll(() => site.questions.length).toBe(1)
    access = 'closed'
    site.publish({ subject: theInstance })
    first.resolve()
    expect((await visit).status).toBe(401)
    expect(site.requests).toEqual([])
  })
})
