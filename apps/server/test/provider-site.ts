import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import type { Browser, Visit } from './browser.ts'
import { freePort } from './installation.ts'
import { type Issuer, startIssuer } from './issuer.ts'

/** A server with sign-in by a real issuer on this machine; dispose it with `await using`. */
export interface ProviderSite {
  server: TestServer
  issuer: Issuer
  clock: TestClock
  /** The address that browsers use for the server. */
  publicUrl: string
  /** Signs in by the provider in a browser, up to the page that takes over. */
  signIn(browser: Browser): Promise<Visit>
  /** Begins to sign in, up to the address to which the issuer would redirect the browser. */
  callback(browser: Browser, change?: (address: URL) => void): Promise<URL>
  /** Redeems the callback's cookies of a browser; returns the status and the response. */
  redeem(browser: Browser, headers?: Record<string, string>): Promise<Redeemed>
  /** Signs in by the provider completely; returns the token of the session. */
  tokenOf(browser: Browser): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

interface Redeemed {
  status: number
  code: string | undefined
  token: string | undefined
}

/** Starts both. The issuer is registered as `google`; `oidc` is a second name for it. */
export async function startProviderSite(): Promise<ProviderSite> {
  await using opened = new AsyncDisposableStack()
  const issuer = opened.use(await startIssuer(await freePort()))
  const clock = createTestClock()
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const client = { issuer: issuer.url, clientId: 'gridloom', clientSecret: 'a secret of tests' }
  const loginProviders = [
    { id: 'google', name: 'Google', ...client },
    { id: 'oidc', name: 'Acme', ...client },
  ]
  const server = opened.use(
    await startServer({ clock, config: { port, publicUrl, loginProviders } }),
  )
  const open = opened.move()
  const signIn = (browser: Browser) => browser.open(`${publicUrl}/api/google/login`)
  const redeem: ProviderSite['redeem'] = async (browser, headers = {}) => {
    const answer = await browser.visit(`${publicUrl}/api/login/redeem`, { method: 'POST', headers })
    const { code, data } = JSON.parse(answer.body)
    return { status: answer.status, code, token: data?.token }
  }
  return {
    server,
    issuer,
    clock,
    publicUrl,
    signIn,
    redeem,
    async callback(browser, change = () => {}) {
      const { address } = await browser.visit(`${publicUrl}/api/google/login`)
      change(address)
      return (await browser.visit(address)).address
    },
    async tokenOf(browser) {
      await signIn(browser)
      return String((await redeem(browser)).token)
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
