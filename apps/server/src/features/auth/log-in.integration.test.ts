import { Refused } from '@gridloom/contract/errors'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { signIn, solveCaptcha } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type IdentitySite, identitySite } from '../../../test/identity-site.ts'
import { logIn } from './log-in.ts'
import type { Passwords } from './passwords.ts'
import { register } from './register.ts'

describe('login', () => {
  it('signs in with the address in any case and starts a separate session', async () => {
    await using server = await startServer()
    const first = await openAccount(server, { ...ada, access: false })
    const second = await signIn(server, { ...ada, email: 'ADA@Example.com' })
    expect(second).not.toBe(first)
    await server.client(first).auth.logout()
    expect(await server.client(second).accounts.details()).toMatchObject({ email: ada.email })
  })

  it('returns the same error for a wrong password and an unknown address', async () => {
    await using server = await startServer()
    await openAccount(server, { ...ada, access: false })
    const wrong = await post(server, { ...ada, password: 'not her password' })
    const unknown = await post(server, { ...ada, email: 'nobody@example.com' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'credentials_wrong' } })
    expect(unknown).toEqual(wrong)
  })

  it('rejects a failed human check', async () => {
    await using server = await startServer()
    await openAccount(server, { ...ada, access: false })
    const reply = await post(server, { ...ada, 'cf-turnstile-response': 'made up' })
    expect(reply).toMatchObject({ status: 400, body: { code: 'captcha_failed' } })
  })

  it('reports every required field', async () => {
    await using server = await startServer()
    const reply = await post(server, { email: '', password: '', 'cf-turnstile-response': '' })
    expect(reply.body).toMatchObject({
      fields: {
        email: 'Email is required',
        password: 'Password is required',
        'cf-turnstile-response': 'Captcha is required',
      },
    })
  })

  it('limits attempts per network address, whatever bearer token they send', async () => {
    await using server = await startServer({ rateLimits: 'on' })
    const tries = Array.from({ length: 25 }, (_, index) =>
      fetch(`${server.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${index}` },
        body: JSON.stringify({ ...ada, 'cf-turnstile-response': 'x' }),
      }),
    )
    const refused = (await Promise.all(tries)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('guessing passwords', () => {
  it('is stopped after ten attempts from one network address, also for unknown email addresses', async () => {
    await using site = await identitySite()
    await prove(site)
    const refusals = []
    for (const email of [ada.email, 'nobody@example.com']) {
      for (let tries = 0; tries < 10; tries++)
        expect((await site.login(email, `guess ${tries}`)).body.code).toBe('credentials_wrong')
      const { status, body } = await site.login(email, ada.password)
      refusals.push({ status, body })
    }
    expect(refusals[0]).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(refusals[1]).toEqual(refusals[0])
    await site.clock.jump(15 * minuteMs)
    expect(await site.login(ada.email, ada.password)).toMatchObject({ status: 200 })
  })

  it('is stopped after twenty attempts in total, also by a thousand concurrent requests', async () => {
    await using site = await identitySite()
    await prove(site)
    const { hashes, ctx } = counting(site)
    const guesses = Array.from({ length: 1_000 }, (_, at) =>
      logIn(ctx, credentials('a guess'), { ...client, address: `10.0.${at >> 8}.${at & 255}` }),
    )
    const codes = (await Promise.allSettled(guesses)).map(codeOf)
    expect(codes.filter((code) => code === 'credentials_wrong')).toHaveLength(20)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(980)
    expect(hashes()).toBe(40)
  })

  it('does not count successful sign-ins', async () => {
    await using site = await identitySite()
    await prove(site)
    for (let times = 0; times < 25; times++)
      expect(await site.login(ada.email, ada.password)).toMatchObject({ status: 200 })
  })
})

describe('the response time', () => {
  it('of every refused sign-in includes two password comparisons', async () => {
    await using site = await identitySite()
    await prove(site)
    await site.register('claim@example.com', 'the password of a claim')
    await site.register(ada.email, 'a claim to a taken address')
    const spent = []
    for (const email of [ada.email, 'claim@example.com', 'nobody@example.com', 'no address']) {
      const { hashes, ctx } = counting(site)
      const refused = logIn(ctx, { ...credentials('wrong'), email }, client)
      await expect(refused).rejects.toMatchObject({ code: 'credentials_wrong' })
      spent.push(hashes())
    }
    expect(spent).toEqual([2, 2, 2, 2])
  })

  it('of a registration includes one hash, whether the address is taken or free', async () => {
    await using site = await identitySite()
    await prove(site)
    const spent = []
    for (const email of [ada.email, 'free@example.com']) {
      const { hashes, ctx } = counting(site)
      await register(ctx, { ...credentials('a good password'), email }, client)
      spent.push(hashes())
    }
    expect(spent).toEqual([1, 1])
  })
})

describe('a suspended account', () => {
  it('is reported only to a caller with the right password', async () => {
    await using site = await identitySite()
    await prove(site)
    await sql`update accounts set suspended_at = now()`.execute(site.server.container.db)
    expect(await site.login(ada.email, ada.password)).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    })
    const wrong = await site.login(ada.email, 'not her password')
    expect(wrong.body).toEqual((await site.login('nobody@example.com', 'not hers')).body)
  })
})

describe('signing in', () => {
  it('ends the previous session of the browser, of whichever account', async () => {
    await using site = await identitySite()
    const before = await prove(site)
    const { token } = await site.login(ada.email, ada.password, { token: before })
    expect(await worksWith(site, before)).toBe(false)
    expect(await worksWith(site, token)).toBe(true)
    const eve = await site.register('eve@example.com', 'the password of eve', { token })
    expect(await worksWith(site, token)).toBe(false)
    expect(await worksWith(site, eve.token)).toBe(true)
  })

  it('ends no session when it fails, and ignores an invalid token', async () => {
    await using site = await identitySite()
    const before = await prove(site)
    await site.login(ada.email, 'not her password', { token: before })
    expect(await worksWith(site, before)).toBe(true)
    const token = 'made up'
    expect(await site.login(ada.email, ada.password, { token })).toMatchObject({ status: 200 })
  })

  it('emails the user about a new browser, once per browser', async () => {
    await using site = await identitySite()
    await prove(site)
    await site.login(ada.email, ada.password)
    expect(await newSignIns(site)).toHaveLength(0)
    for (let times = 0; times < 2; times++)
      await site.login(ada.email, ada.password, { userAgent: 'Another browser' })
    const emails = await newSignIns(site)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('With: Another browser')
    await site.clock.jump(91 * 24 * 60 * minuteMs)
    await site.login(ada.email, ada.password, { userAgent: 'Another browser' })
    expect(await newSignIns(site)).toHaveLength(2)
  })

  it('sends no such email to a user who turned it off, or to an unverified account', async () => {
    await using site = await identitySite()
    await prove(site)
    await sql`update accounts set notifications = '{"new_sign_in": false}'`.execute(
      site.server.container.db,
    )
    await site.login(ada.email, ada.password, { userAgent: 'Another browser' })
    await site.register('claim@example.com', ada.password)
    await site.login('claim@example.com', ada.password, { userAgent: 'Another browser' })
    expect(await newSignIns(site)).toHaveLength(0)
    expect(await site.emailsTo('claim@example.com')).toHaveLength(1)
  })
})

describe('logout', () => {
  it('ends the session on the server and no other session', async () => {
    await using server = await startServer()
    const here = await openAccount(server, { ...ada, access: false })
    const there = await signIn(server, ada)
    await server.client(here).auth.logout()
    await expect(server.client(here).accounts.details()).rejects.toMatchObject({ status: 401 })
    await expect(server.client(here).auth.logout()).rejects.toMatchObject({ status: 401 })
    expect(await server.client(there).accounts.details()).toMatchObject({ email: ada.email })
  })

  it('rejects a caller without a valid token', async () => {
    await using server = await startServer()
    await expect(server.client('unknown').auth.logout()).rejects.toMatchObject({ status: 401 })
  })
})

describe('details', () => {
  it('rejects a caller without a token or with an invalid one', async () => {
    await using server = await startServer()
    const refused = { status: 401, code: 'unauthorized' }
    await expect(server.client().accounts.details()).rejects.toMatchObject(refused)
    await expect(server.client('made up').accounts.details()).rejects.toMatchObject(refused)
  })
})

const ada = { email: 'ada@example.com', password: 'her password' }

const minuteMs = 60_000
const client = { address: '10.1.1.1', userAgent: 'Test browser', bearer: undefined }

/** Verifies Ada's address. Returns her token. */
async function prove(site: IdentitySite): Promise<string> {
  const { token } = await site.register(ada.email, ada.password)
  return (await site.verify(ada.email, await site.codeOf(ada.email), { token })).token
}

function credentials(password: string) {
  return { email: ada.email, password, 'cf-turnstile-response': 'x' }
}

/** A context that skips the human check and counts password hashes and comparisons. */
function counting({ server }: IdentitySite) {
  const { system } = server.container
  const { captcha, passwords } = system
  let hashes = 0
  const counted: Passwords = {
    hash(password) {
      hashes += 1
      return passwords.hash(password)
    },
    matches(password, storedHash) {
      hashes += 1
      return passwords.matches(password, storedHash)
    },
  }
  const open = { ...captcha, verify: async () => {} }
  return { hashes: () => hashes, ctx: { ...system, captcha: open, passwords: counted } }
}

function codeOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === 'fulfilled') return 'let in'
  return outcome.reason instanceof Refused ? outcome.reason.code : String(outcome.reason)
}

async function worksWith(site: IdentitySite, token: string): Promise<boolean> {
  return (await site.call('/api/user/details', { method: 'GET', token })).status === 200
}

async function newSignIns(site: IdentitySite) {
  const emails = await site.emailsTo(ada.email)
  return emails.filter(({ subject }) => subject === 'New sign-in to your Gridloom account')
}

async function post(server: TestServer, fields: Record<string, unknown>) {
  const response = await fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      'cf-turnstile-response': await solveCaptcha(server, 'login').catch(() => 'x'),
      ...fields,
    }),
  })
  return { status: response.status, body: await response.json() }
}
