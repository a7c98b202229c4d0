import { startServer, type TestServer } from '@gridloom/testkit/server'
import { signIn, signUp, solveCaptcha } from '@gridloom/testkit/sign-up'
import { describe, expect, it } from 'vitest'

describe('login', () => {
  it('signs in with the address in any case, into a session of its own', async () => {
    await using server = await startServer()
    const first = await signUp(server, { ...ada, access: false })
    const second = await signIn(server, { ...ada, email: 'ADA@Example.com' })
    expect(second).not.toBe(first)
    await server.client(first).identity.logout()
    expect(await server.client(second).identity.details()).toMatchObject({ email: ada.email })
  })

  it('answers a wrong password and an unknown address with the very same words', async () => {
    await using server = await startServer()
    await signUp(server, { ...ada, access: false })
    const wrong = await post(server, { ...ada, password: 'not her password' })
    const unknown = await post(server, { ...ada, email: 'nobody@example.com' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'credentials_wrong' } })
    expect(unknown).toEqual(wrong)
  })

  it('wants the human check before it looks at anything', async () => {
    await using server = await startServer()
    await signUp(server, { ...ada, access: false })
    const reply = await post(server, { ...ada, 'cf-turnstile-response': 'made up' })
    expect(reply).toMatchObject({ status: 400, body: { code: 'captcha_failed' } })
  })

  it('says what is required in the form’s own words', async () => {
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

  it('limits how often one address may try, whatever token it invents', async () => {
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

describe('logout', () => {
  it('ends the session on the server, and that one alone', async () => {
    await using server = await startServer()
    const here = await signUp(server, { ...ada, access: false })
    const there = await signIn(server, ada)
    await server.client(here).identity.logout()
    await expect(server.client(here).identity.details()).rejects.toMatchObject({ status: 401 })
    await expect(server.client(here).identity.logout()).rejects.toMatchObject({ status: 401 })
    expect(await server.client(there).identity.details()).toMatchObject({ email: ada.email })
  })

  it('refuses a stranger', async () => {
    await using server = await startServer()
    await expect(server.client('unknown').identity.logout()).rejects.toMatchObject({ status: 401 })
  })
})

describe('details', () => {
  it('refuses a stranger, with a token or without', async () => {
    await using server = await startServer()
    const refused = { status: 401, code: 'unauthorized' }
    await expect(server.client().identity.details()).rejects.toMatchObject(refused)
    await expect(server.client('made up').identity.details()).rejects.toMatchObject(refused)
  })
})

const ada = { email: 'ada@example.com', password: 'her password' }

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
