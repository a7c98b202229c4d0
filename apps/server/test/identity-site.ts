import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import { eventually } from '@gridloom/testkit/eventually'
import { codeIn, type ReceivedEmail } from '@gridloom/testkit/inbox'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { solveCaptcha } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'

/** Headers that a browser sends beside the body. */
interface Browser {
  token?: string
  userAgent?: string
}

interface Call extends Browser {
  method?: 'POST' | 'PUT' | 'GET' | 'DELETE'
  body?: object
}

export interface Answer {
  status: number
  body: z.infer<typeof Body>
  /** Returns the token of a response; fails the test where there is none. */
  token: string
}

/** A server with a test clock, and the requests of a browser that registers and signs in, response by response. */
export interface IdentitySite extends AsyncDisposable {
  server: TestServer
  clock: TestClock
  call(path: string, call?: Call): Promise<Answer>
  register(email: string, password: string, browser?: Browser): Promise<Answer>
  login(email: string, password: string, browser?: Browser): Promise<Answer>
  resend(email: string, browser?: Browser): Promise<Answer>
  verify(email: string, otp: string, browser?: Browser): Promise<Answer>
  /** Returns every email to an address, once no email or event that may send one is pending. */
  emailsTo(email: string): Promise<ReceivedEmail[]>
  /** Returns the code of the newest email that has one. */
  codeOf(email: string): Promise<string>
}

const Body = z.looseObject({
  status: z.string(),
  code: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  data: z.looseObject({ token: z.string().optional() }).optional(),
})

export async function identitySite(): Promise<IdentitySite> {
  const clock = createTestClock()
  const server = await startServer({ clock })

  async function call(path: string, { method = 'POST', body, ...browser }: Call = {}) {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        'user-agent': browser.userAgent ?? 'Test browser',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(browser.token === undefined ? {} : { authorization: `Bearer ${browser.token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = Body.parse(await response.json())
    return {
      status: response.status,
      body: answer,
      get token() {
        return z.string().parse(answer.data?.token)
      },
    }
  }

  async function emailsTo(email: string) {
    await eventually(async () => {
      const waiting = await sql`select 1 from outgoing_mails
        union all select 1 from business_events`.execute(server.container.db)
      expect(waiting.rows).toHaveLength(0)
    })
    return server.inbox.emailsTo(email)
  }

  const enter = async (action: 'login' | 'register', given: object, browser: Browser) =>
    call(`/api/user/${action}`, {
      ...browser,
      body: { ...given, 'cf-turnstile-response': await solveCaptcha(server, action) },
    })
  return {
    server,
    clock,
    call,
    register: (email, password, browser = {}) => enter('register', { email, password }, browser),
    login: (email, password, browser = {}) => enter('login', { email, password }, browser),
    resend: (email, browser = {}) => call('/api/user/resend-otp', { ...browser, body: { email } }),
    verify: (email, otp, browser = {}) =>
      call('/api/user/verify-otp', { ...browser, body: { email, otp } }),
    emailsTo,
    async codeOf(email) {
      const codes = (await emailsTo(email)).flatMap(({ text }) => codeIn(text) ?? [])
      return codes.at(-1) ?? 'no code came'
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Returns a code that differs from this one. */
export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
