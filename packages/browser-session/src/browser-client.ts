import type { Client } from '@gridloom/client/calls'
import { clientOf } from '@gridloom/client/client-of'
import type { Fetch } from '@gridloom/client/request'
import { memoryTokens, type TokenStore } from '@gridloom/client/tokens'
import type { ApiFacts } from '@gridloom/contract/api-facts'
import { type HostUrls, hostUrls } from '@gridloom/contract/core/hosts'
import { type CookiePage, cookieTokens } from './token-cookie.ts'

export interface BrowserClientOptions {
  /** The page's own, which serves all three hosts unless they are configured. */
  origin: string
  /** The facts of the API; the API itself works too, and is larger. */
  endpoints: ApiFacts
  hosts?: Partial<HostUrls> | undefined
  page: CookiePage
  locks?: LockManager | undefined
  fetch?: Fetch | undefined
  /** Called after each change of the token by this page. */
  onToken: (token: string | undefined) => void
  /** Called when the session has ended and its token was dropped. */
  onSignedOut: () => void
}

/** The API as a page calls it, with the session of its cookie. */
export interface BrowserClient {
  client: Client
  /** Creates a client with a token other than the cookie's. */
  clientWith(token: string): Client
  tokens: TokenStore
  /** The base URL of the default API. */
  apiUrl: string
}

export function createBrowserClient(options: BrowserClientOptions): BrowserClient {
  const { origin, endpoints, page, locks, fetch, onToken, onSignedOut } = options
  const { api = origin, ...hosts } = options.hosts ?? {}
  const network = { baseUrl: api, hosts, ...(fetch ? { fetch } : {}) }
  const { protocol } = new URL(origin)
  const tokens = cookieTokens({ page, protocol, locks, onChange: onToken })
  return {
    client: clientOf(endpoints, { ...network, tokens, onSignedOut }),
    clientWith: (token) => clientOf(endpoints, { ...network, tokens: memoryTokens(token) }),
    tokens,
    apiUrl: hostUrls({ api }).api,
  }
}
