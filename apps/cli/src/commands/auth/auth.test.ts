import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import { type Answers, type Call, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'

describe('login', () => {
  it('asks for email and password, solves the human check, and stores the token for its owner alone', async () => {
    await using world = await aWorld({
      token: undefined,
      person: ['ada@example.com', 'secret-1'],
      answers: signInServer(),
    })
    const ran = await world.run('login')
    expect(ran.stdout).toBe(`Signed in to ${world.server.url} as ada@example.com.\n`)
    expect(ran.code).toBe(0)
    expect(world.storedToken()).toBe('token of ada@example.com')
    expect(world.credentials().mode).toBe(0o600)
  })

  it('reads the password from standard input, without its line end', async () => {
    await using world = await aWorld({
      token: undefined,
      stdin: 'secret-1\n',
      answers: signInServer(),
    })
    const ran = await world.run('login', '--email', 'ada@example.com', '--password-stdin', '--json')
    expect(JSON.parse(ran.stdout)).toMatchObject({ email: 'ada@example.com' })
  })

  it('ends with 3 for a wrong password and stores no token', async () => {
    await using world = await aWorld({
      token: undefined,
      person: ['ada@example.com', 'wrong'],
      answers: signInServer(),
    })
    const ran = await world.run('login')
    expect(ran).toMatchObject({ code: 3, stdout: '' })
    expect(ran.stderr).toContain('Incorrect email or password. (credentials_wrong)')
    expect(world.storedToken()).toBeUndefined()
  })

  it('explains how to sign in when only a browser passes the human check', async () => {
    await using world = await aWorld({
      person: ['ada@example.com', 'secret-1'],
      answers: { 'system.config': () => config({ kind: 'turnstile', site_key: 'k' }) },
    })
    const ran = await world.run('login')
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('gridloom login --token TOKEN')
  })

  it('stores a token from the browser only when it is valid', async () => {
    await using world = await aWorld({ answers: signInServer() })
    expect((await world.run('login', '--token', 'bad')).code).toBe(3)
    expect(world.storedToken()).toBe('good-token')
    expect((await world.run('login', '--token', 'token of ada')).code).toBe(0)
    expect(world.storedToken()).toBe('token of ada')
  })

  it('asks nothing and ends with 2 without a terminal', async () => {
    await using world = await aWorld({ answers: signInServer() })
    expect(await world.run('login')).toMatchObject({ code: 2, stdout: '' })
    expect(world.server.calls).toEqual([])
  })
})

describe('register and access', () => {
  it('create an account, verify it with the code, and report what is missing until access is granted', async () => {
    await using world = await aWorld({
      token: undefined,
      person: ['new@example.com', 'secret-1', ' 123456 '],
      answers: signInServer(),
    })
    const registered = await world.run('register')
    expect(registered.stdout).toContain('enter your access code with "gridloom access CODE"')
    expect(world.storedToken()).toBe('token of verified new@example.com')
    const opened = await world.run('access', 'BETA')
    expect(opened.stdout).toBe('Access granted for BETA.\n')
    expect(world.storedToken()).toBe('token of BETA')
  })

  it('ask again for a mistyped code, and end after three attempts', async () => {
    await using world = await aWorld({
      token: undefined,
      person: ['new@example.com', 'secret-1', '111111', '222222', '123456'],
      answers: signInServer(),
    })
    expect(await world.run('register')).toMatchObject({ code: 0 })
    await using clumsy = await aWorld({
      token: undefined,
      person: ['new@example.com', 'secret-1', '111111', '222222', '333333', '123456'],
      answers: signInServer(),
    })
    const refused = await clumsy.run('register')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('(code_wrong)')
    expect(clumsy.storedToken()).toBe('token of new@example.com')
  })

  it('finish with --otp without a terminal', async () => {
    await using world = await aWorld({
      token: undefined,
      stdin: 'secret-1\n',
      answers: signInServer(),
    })
    const begun = await world.run('register', '--email', 'new@example.com', '--password-stdin')
    expect(begun).toMatchObject({ code: 0 })
    expect(begun.stdout).toContain('gridloom register --otp CODE')
    expect(await world.run('register', '--otp', '123456')).toMatchObject({ code: 0 })
    expect(world.storedToken()).toBe('token of verified new@example.com')
    const { token, body } = world.server.calls.find(({ name }) => name === 'auth.verifyOtp') ?? {}
    expect({ token, body }).toEqual({
      token: 'token of new@example.com',
      body: { email: 'new@example.com', otp: '123456' },
    })
  })
})

describe('logout', () => {
  it('ends the session on the server and deletes the token', async () => {
    await using world = await aWorld({ answers: { 'auth.logout': () => ({}) } })
    expect(await world.run('logout')).toMatchObject({ code: 0 })
    expect(world.server.calls).toMatchObject([{ name: 'auth.logout', token: 'good-token' }])
    expect(world.storedToken()).toBeUndefined()
  })

  it('succeeds for a session that has already ended', async () => {
    await using world = await aWorld({
      answers: { 'auth.logout': () => new Refusal('unauthorized') },
    })
    expect(await world.run('logout')).toMatchObject({ code: 0 })
  })
})

describe('whoami', () => {
  it('shows the user and the server, and ends with 3 and a hint when signed out', async () => {
    await using world = await aWorld({ answers: signInServer(), token: 'token of ada@example.com' })
    const ran = await world.run('whoami')
    expect(ran.stdout).toContain('ada@example.com')
    expect(ran.stdout).toContain(world.server.url)
    await world.run('login', '--token', 'bad')
    expect(await world.run('whoami', '--server', world.server.url)).toMatchObject({ code: 0 })
    await using stranger = await aWorld({ answers: signInServer(), token: 'bad' })
    const refused = await stranger.run('whoami')
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('Sign in: gridloom login')
  })
})

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }

function config(captcha: object) {
  return { name: 'Gridloom', description: '', version: '0', url: 'http://x', captcha }
}

/** Verifies the solution of the human check with the library itself, as the server does. */
function signInServer(): Answers {
  const enter = async (call: Call) => {
    const { email, password, 'cf-turnstile-response': answer } = textsOf(call.body)
    const payload = JSON.parse(Buffer.from(answer ?? '', 'base64').toString())
    const result = await verifySolution({ ...payload, deriveKey, ...secrets })
    if (!result.verified) return new Refusal('captcha_failed')
    return password === 'secret-1'
      ? { token: `token of ${email}` }
      : new Refusal('credentials_wrong')
  }
  return {
    'system.config': () => config({ kind: 'altcha' }),
    'auth.captchaChallenge': () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: 10,
        counter: 50,
        deriveKey,
        ...secrets,
      }),
    'auth.login': enter,
    'auth.register': enter,
    'auth.verifyOtp': ({ body }) => {
      const { email, otp } = textsOf(body)
      return otp === '123456' ? { token: `token of verified ${email}` } : new Refusal('code_wrong')
    },
    'accounts.enterAccessCode': ({ body }) => ({
      token: `token of ${textsOf(body).referral_code}`,
    }),
    'accounts.details': ({ token = '' }) => {
      if (!token.startsWith('token of ')) return new Refusal('unauthorized')
      return {
        account_id: 'acc_01jd3v8q6f7g8h9jkmnpqrstvw',
        username: 'ada',
        email: token.replace(/^token of (verified )?/, ''),
        email_verified: !token.startsWith('token of new@'),
        profile_path: null,
        has_entered_referral_code: !token.includes('new@'),
        role: 'user',
      }
    },
  }
}

function textsOf(body: unknown): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(body ?? {}).map(([name, text]) => [name, String(text)]))
}
