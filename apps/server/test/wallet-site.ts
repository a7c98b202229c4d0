import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { z } from 'zod'
import { readWalletConfig } from '../src/wallet-config.ts'
import type { Browser } from './browser.ts'

/** Whoever signs messages: an account of viem. */
interface Signing {
  address: string
  signMessage(what: { message: string }): Promise<string>
}

interface Reply {
  status: number
  code: string | undefined
  data: unknown
}

const Data = z.looseObject({ code: z.string().optional(), data: z.unknown().optional() })
const Message = z.looseObject({ nonce: z.string(), message: z.string() })

/** A server with a test clock, and browsers with wallets; dispose it with `await using`. */
export interface WalletSite extends AsyncDisposable {
  server: TestServer
  clock: TestClock
  /** Opens an account; resolves with its token. */
  open(email: string): Promise<string>
  /** A call from a browser with its cookies. */
  call(browser: Browser, path: string, call: Call): Promise<Reply>
  /** Creates a message and signs it. */
  sign(browser: Browser, signing: SignHere): Promise<{ nonce: string; signature: string }>
  /** Signs in with a wallet. */
  logIn(browser: Browser, wallet: Signing, chainId?: number): Promise<Reply>
  /** Links a wallet to the account of a token. */
  link(browser: Browser, token: string, wallet: Signing, chainId?: number): Promise<Reply>
}

interface Call {
  method?: 'POST' | 'PUT' | 'DELETE' | 'GET'
  token?: string | undefined
  body?: object
}

interface SignHere {
  wallet: Signing
  chainId?: number | undefined
  /** Signs in unless a token is given. */
  token?: string | undefined
  purpose?: 'link' | 'confirm'
}

/** Nothing answers there: no test goes outside. */
const nowhere = 'http://127.0.0.1:9'
const noChains = { RPC_URL_1: nowhere, RPC_URL_56: nowhere, RPC_URL_11155111: nowhere }

/** Starts the server with chains and tokens from variables of the environment. */
export async function startWalletSite(
  variables: Readonly<Record<string, string>> = {},
): Promise<WalletSite> {
  const clock = createTestClock()
  const wallet = readWalletConfig({ ...noChains, ...variables }).config
  const server = await startServer({ clock, config: { wallet } })

  const call: WalletSite['call'] = async (browser, path, { method = 'POST', token, body }) => {
    const answer = await browser.visit(server.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { code, data } = Data.parse(JSON.parse(answer.body))
    return { status: answer.status, code, data }
  }

  const sign: WalletSite['sign'] = async (browser, { wallet: by, chainId = 1, token, purpose }) => {
    const signer = { address: by.address, chain_id: chainId }
    const reply =
      token === undefined
        ? await call(browser, '/api/user/login/wallet/message', { body: signer })
        : await call(browser, '/api/user/wallets/message', {
            token,
            body: { ...signer, purpose: purpose ?? 'link' },
          })
    const { nonce, message } = Message.parse(reply.data)
    return { nonce, signature: await by.signMessage({ message }) }
  }

  return {
    server,
    clock,
    call,
    sign,
    open: (email) => openAccount(server, { email, access: false }),
    async logIn(browser, by, chainId) {
      const body = await sign(browser, { wallet: by, chainId })
      return call(browser, '/api/user/login/wallet', { body })
    },
    async link(browser, token, by, chainId) {
      const signed = await sign(browser, { wallet: by, chainId, token })
      return call(browser, '/api/user/wallets', { token, body: { ...signed, label: 'Laptop' } })
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
