import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import { openAccount, openOperator } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { signUp } from '@gridloom/testkit/sign-up'
import type { Config } from '../src/config.ts'

type Client = ReturnType<TestServer['client']>

/** A signed-in user, verified and past the access code. */
export interface Someone {
  id: AccountId
  email: string
  token: string
  client: Client
}

interface Raw {
  token?: string
  body?: unknown
}

interface PeopleOptions {
  /** `signed_up`: users come by the requests of a sign-up, which leave codes, emails and audit entries. */
  accounts?: 'opened' | 'signed_up'
  /** Replaces parts of the configuration. */
  config?: Partial<Config>
}

/** A server over real HTTP with its operator and users. Dispose with `await using`. */
export async function withPeople({ accounts = 'opened', config = {} }: PeopleOptions = {}) {
  const clock: TestClock = createTestClock('2026-11-21T10:00:00.000Z')
  const server = await startServer({ clock, config })
  const operator = server.client(await openOperator(server))
  let named = 0

  async function someone(name = 'person'): Promise<Someone> {
    named += 1
    const email = `${name}-${named}@example.com`
    const join = accounts === 'opened' ? openAccount : signUp
    const token = await join(server, { email, access: true })
    const client = server.client(token)
    const { account_id: id } = await client.accounts.details()
    return { id, email, token, client }
  }

  return {
    clock,
    server,
    operator,
    db: server.container.db,
    system: server.container.system,
    someone,
    /** Sends a call like any program: returns status, code and the whole response. */
    async raw(method: string, path: string, { token, body }: Raw = {}) {
      const response = await fetch(new URL(path, server.url), {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    /** Returns the session of a token. */
    async sessionOf({ client }: Someone): Promise<SessionId> {
      const found = (await client.auth.sessions()).find(({ current }) => current)
      if (found === undefined) throw new RangeError('whoever asks has a session')
      return found.id
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
export type PeopleFixture = Awaited<ReturnType<typeof withPeople>>

/** Returns the error of a call: code, status, and the invalid fields; `good` when it succeeds. */
export async function refusalOf(call: Promise<unknown>) {
  try {
    await call
    return { code: 'good', status: 200, fields: {}, details: {} }
  } catch (error) {
    const { code, status, fields, details } = Object(error)
    if (typeof code !== 'string' || typeof status !== 'number') throw error
    return { code, status, fields, details }
  }
}
