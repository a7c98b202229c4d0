import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import type { Passkey } from '@gridloom/contract/auth/passkey'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { type Authenticator, anAuthenticator, type Lies } from './authenticator.ts'

type Client = ReturnType<TestServer['client']>

/** A server whose users have authenticators; dispose it with `await using`. */
export interface PasskeySite {
  server: TestServer
  clock: TestClock
  /** Creates an authenticator in a browser at this server's page. */
  authenticator(): Authenticator
  /** Signs up a user with a password and a passkey. */
  userWithPasskey(email: string): Promise<PasskeyPerson>
  /** Creates and stores a passkey. */
  add(client: Client, authenticator: Authenticator, lies?: Lies): Promise<Passkey>
  /** Signs in with a passkey; returns the token of the session. */
  logIn(authenticator: Authenticator, lies?: Lies): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

interface PasskeyPerson {
  client: Client
  token: string
  authenticator: Authenticator
  passkey: Passkey
}

const publicUrl = 'http://localhost:3000'

export async function startPasskeySite(): Promise<PasskeySite> {
  const clock = createTestClock()
  const server = await startServer({ clock, config: { publicUrl } })
  const add: PasskeySite['add'] = async (client, authenticator, lies) => {
    const answer = authenticator.make(await client.auth.passkeyOptions(), lies)
    return client.auth.addPasskey({ body: { ...answer, name: 'Laptop' } })
  }
  return {
    server,
    clock,
    authenticator: () => anAuthenticator(publicUrl),
    async userWithPasskey(email) {
      const token = await openAccount(server, { email, access: false })
      const client = server.client(token)
      const authenticator = anAuthenticator(publicUrl)
      return { client, token, authenticator, passkey: await add(client, authenticator) }
    },
    add,
    async logIn(authenticator, lies) {
      const visitor = server.client().auth
      const body = authenticator.use(await visitor.passkeyLoginOptions(), lies)
      return (await visitor.passkeyLogin({ body })).token
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
