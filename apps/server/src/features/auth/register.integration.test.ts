import { startServer, type TestServer } from '@gridloom/testkit/server'
import { signIn, signUp, solveCaptcha, verify } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { noFeatures } from '../../platform/all-features.ts'
import { accountByEmail } from '../accounts/accounts-store.ts'
import { readBalance } from '../ledger/index.ts'

describe('register', () => {
  it('creates a signed-in account without access and without credit', async () => {
    await using server = await startServer()
    const token = await signUp(server, { email: 'Ada@Example.com', access: false })
    expect(await server.client(token).accounts.details()).toMatchObject({
      username: 'Ada',
      email: 'Ada@Example.com',
      has_entered_referral_code: false,
      role: 'user',
    })
    expect(await availableOf(server, 'ada@example.com')).toBe(0)
  })

  it('grants the welcome credit that the operator has set, with the access code', async () => {
    await using server = await startServer()
    const operator = server.client(await signIn(server))
    await signUp(server, { email: 'usual@example.com', access: true })
    expect(await availableOf(server, 'usual@example.com')).toBe(5_000_000)
    await operator.operator.writeSettings({ body: { starting_credit_micro_usd: 0 } })
    await signUp(server, { email: 'none@example.com', access: true })
    expect(await availableOf(server, 'none@example.com')).toBe(0)
  })

  it('grants access with an access code, and creates no account with a wrong one', async () => {
    await using server = await startServer()
    const token = await signUp(server, { access: true })
    expect(await server.client(token).accounts.details()).toMatchObject({
      has_entered_referral_code: true,
    })
    const wrong = post(server, { email: 'eve@example.com', referral_code: 'wrong' })
    expect(await wrong).toMatchObject({ status: 400, body: { code: 'access_code_invalid' } })
    expect(await accountByEmail(server.container.db, 'eve@example.com')).toBeNull()
  })

  it('responds to a taken address exactly as to a free one', async () => {
    await using server = await startServer()
    await signUp(server, { email: 'ada@example.com', password: 'her password', access: false })
    const taken = await post(server, { email: 'ADA@example.com', password: 'another one' })
    const free = await post(server, { email: 'bob@example.com', password: 'another one' })
    for (const reply of [taken, free])
      expect(reply).toEqual({
        status: 201,
        body: { status: 'success', data: { token: expect.any(String) } },
      })
    const seen = await Promise.all([taken, free].map((reply) => detailsBy(server, reply)))
    expect(seen).toMatchObject([{ email_verified: false }, { email_verified: false }])
  })

  it('creates one account, with one credit, from concurrent registrations', async () => {
    await using server = await startServer()
    const person = {
      email: 'twin@example.com',
      password: 'the same password',
      referral_code: server.accessCode,
    }
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(server, person)))
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(201))
    const token = tokenOf(replies[0])
    await verify(server, { email: person.email, token })
    expect(await availableOf(server, 'twin@example.com')).toBe(5_000_000)
    const others = replies.slice(1).map((reply) => server.client(tokenOf(reply)).accounts.details())
    for (const other of await Promise.allSettled(others)) expect(other.status).toBe('rejected')
  })

  it('reports every invalid and every unknown field', async () => {
    await using server = await startServer()
    const reply = await post(server, { email: 'no', password: 'short', admin: true })
    expect(reply).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_input',
        fields: {
          email: 'Email is not valid',
          password: 'Password must have at least 8 characters',
          admin: 'Unknown field.',
        },
      },
    })
  })

  it('requires an unused answer to the human check of this form', async () => {
    await using server = await startServer()
    const failed = { status: 400, body: { code: 'captcha_failed' } }
    expect(await post(server, { 'cf-turnstile-response': 'made up' })).toMatchObject(failed)
    const login = await solveCaptcha(server, 'login')
    expect(await post(server, { 'cf-turnstile-response': login })).toMatchObject(failed)
    const answer = await solveCaptcha(server, 'register')
    const used = { 'cf-turnstile-response': answer }
    expect(await post(server, used)).toMatchObject({ status: 201 })
    expect(await post(server, { email: 'b@example.com', ...used })).toMatchObject(failed)
  })

  it('stores no passwords, tokens or access codes in plain text', async () => {
    await using server = await startServer()
    const token = await signUp(server, { password: 'a very secret word', access: true })
    const text = await everythingIn(server)
    expect(text).toContain('$argon2id$')
    for (const secret of ['a very secret word', token, server.accessCode])
      expect(text).not.toContain(secret)
  })
})

const Registered = z.object({ body: z.object({ data: z.object({ token: z.string() }) }) })

function tokenOf(reply: unknown): string {
  return Registered.parse(reply).body.data.token
}

function detailsBy(server: TestServer, reply: unknown) {
  return server.client(tokenOf(reply)).accounts.details()
}

/** Posts a registration like the form; fields that are left out are valid. */
async function post(server: TestServer, fields: Record<string, unknown>) {
  const response = await fetch(`${server.url}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'somebody@example.com',
      password: 'a good password',
      'cf-turnstile-response': await solveCaptcha(server, 'register'),
      ...fields,
    }),
  })
  return { status: response.status, body: await response.json() }
}

/** All rows of the feature's tables as text. */
async function everythingIn({ container }: TestServer): Promise<string> {
  const { rows } = await sql`
    select to_jsonb(a) row from accounts a union all select to_jsonb(s) from sessions s
    union all select to_jsonb(t) from tokens t union all select to_jsonb(c) from access_codes c
    union all select to_jsonb(u) from captcha_used u`.execute(container.db)
  return JSON.stringify(rows)
}

async function availableOf({ container }: TestServer, email: string): Promise<number> {
  const accountId = await accountByEmail(container.db, email)
  if (accountId === null) throw new Error(`no account ${email}`)
  const balance = await readBalance(container.system, accountId, noFeatures)
  return balance.available_micro_usd
}
